import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { charsetEncoder } from '#engine/text/encoding/charset-encoder.js';
import { inputDecoder } from '#gateway/cli/text/input-decoder.js';
import { everydayTexts } from '../../../support/everyday-texts.js';

const encoded = (text: string, label: string) => Buffer.from(charsetEncoder(label).encode(text));

function read(bytes: Buffer): string {
  const decoder = inputDecoder('in.txt', 'auto', () => undefined);
  return decoder.decode(bytes) + decoder.end();
}

const lengths = [20, 50, 200, 2000];
const mostPieces = 8;

/** Returns pieces of a text of a number of bytes, from different places. */
function piecesOf(text: string, charset: string, bytes: number): string[] {
  const starts = [...text.matchAll(/(?<=^|[\s。，、])\S/g)].map(({ index }) => index);
  const wanted = bytes === 2000 ? 1 : mostPieces;
  return Array.from({ length: wanted }, (_, k) => {
    const even = Math.floor((k * text.length) / wanted);
    const start = starts.length > wanted ? (starts[Math.floor((k * starts.length) / wanted)] ?? 0) : even;
    let piece = '';
    let length = 0;
    for (const character of `${text.slice(start)} ${`${text} `.repeat(12)}`) {
      length += encoded(character, charset).length;
      if (length > bytes) break;
      piece += character;
    }
    return piece;
  }).filter((piece) => /[^\0-\x7f]/.test(piece));
}

/** Pieces that are read wrong, of those of 20 bytes: of 1,288 pieces in all. Those of 50 bytes and more are right. */
const wrongPieces = {
  'Czech windows-1250': ['Potřebujeme koupit c'],
  'Japanese utf-16le': ['昨日は友達と映画を見'],
  'Japanese utf-16be': ['昨日は友達と映画を見'],
  'Chinese utf-16le': ['火车八点从第三站台出'],
  'Chinese utf-16be': ['火车八点从第三站台出'],
};

/** What pages of ISO-8859-15 have for signs that it lacks. */
const plainSigns = (text: string) => text.replace(/[’–—“”]/g, "'");

describe('--encoding auto reads everyday texts', () => {
  let pieces = 0;
  for (const [language, charsets, text] of everydayTexts) {
    for (const charset of [...charsets, 'utf-16le', 'utf-16be']) {
      test(`${language} in ${charset}, of ${lengths.join(', ')} bytes`, () => {
        const used = charset === 'iso-8859-15' ? plainSigns(text) : text;
        const wrong = lengths.flatMap((bytes) => {
          const all = piecesOf(used, charset, bytes);
          pieces += all.length;
          return all.filter((piece) => read(encoded(piece, charset)) !== piece);
        });
        const expected: Readonly<Record<string, readonly string[]>> = wrongPieces;
        assert.deepEqual(wrong, expected[`${language} ${charset}`] ?? []);
      });
    }
  }

  test('the number of pieces is known', () => {
    assert.equal(pieces, 1288);
  });
});

/** Words and short lines, between bars. */
const shortTexts: readonly (readonly [charset: string, texts: string])[] = [
  [
    'windows-1252',
    'Müller, Straße 5, 12 €|café|“quoted”|Müller|Größe|Grüße|12 €|€ 5|naïve|Zoë|François|Málaga|São Paulo|Köln|Zürich|Reykjavík|Malmö|Århus|señor|¿Qué?|don’t|it’s|– 5|a – b|wait…|£5|5 £|20 °C|§ 5|«oui»|José|Nguyên|Ærø|København|Ål|ß|é|ü|Ö|naïve café|Tür|für|über|Übung|año|ação|à la carte|crème brûlée|déjà vu|Bäckerei|Jörg|Björn|Noël|Garçon|10 µm|© 2024|® Textmill|Textmill™|±5|½ cup|¡Hola!|Cañón|être|île|où|ça va|voilà|Nº 5|1ª|Möbelhaus Böhm|“Hello,” she said|‘single’|Äpfel und Öl|Ça|É|À bientôt|l’été|œuvre|cœur|Šibenik|x²|10 m²|3×4|N/A·x|• item|• one\n• two|name;ort\nUwe;Köln\n|id,price\n1,5 €\n|Straße|Fußball|Ñandú|pingüino|avô|mãe|João|irmã|Þór|Guðrún|à|è vero|perché|città|più|così|però|Ødegård|Håkon|Søren|blåbær|smörgås|Älg|MÜLLER|CAFÉ|GRÖSSE|STRASSE ÄÖÜ|NIÑO|FRANÇAIS|PÅ|Ruß & Söhne|Dvorák|Schlüssel|Frühstück um 8|Bürgermeister Weiß|30 € inkl. MwSt.|Rückgabe möglich|élève|forêt|à demain|où est-il ?|l’île|dix-huit ans déjà|¡Olé!|mañana|Peñíscola|él está|pão|coração|não|lição nº 3|você|amanhã|fågel|kött const sets:any={ bröd|så är det|rødgrød|på gården|sjö|hög|façade|jalapeño|San José|coöperatie|reünie|Citroën|é mio|perché no|è tutto|£20 – £30|20°|“Yes”—he said|he’s|1 ½|m³|«Bon»|© Acme|3 ± 1|5 × 4|René|xódx|Grüezi|Süß|ÖBB|Änderung|Überweisung 1.234,56 €|Genève|Besançon|Nîmes|piñata|Curaçao',
  ],
  [
    'windows-1250',
    'Łódź|Kraków Łęg|Dvořák|Příbram|Žižkov|Święta|Gdańsk|Wałęsa|Čeština|děkuji|dziękuję|zażółć|Őrség|főnök|Győr|Třebíč|Poznań|ďábel|Čapek|Škvorecký|Štěpán|Hořovice|Szűcs|Ivanišević|Đoković|Račan|Wrocław|Jabłoński|mężczyzna|Jiří|hřiště|Košice|Ľubica|Kőszeg|gyűlés|źródło|cześć|Češka|Križ',
  ],
  ['windows-1251', 'Привет|да|Москва|Иван|Имя|Анна;Казань|цена 5|нет|ул. Мира, 5|Цена: 12 руб.|Здравствуйте'],
  ['koi8-r', 'Привет|Москва|Иван Петров|Здравствуйте'],
  ['windows-1253', 'Αθήνα|Καλημέρα|και|Γιώργος|Ελλάδα|τιμή 5 €|Θεσσαλονίκη'],
  [
    'windows-1254',
    'İstanbul|Şişli|teşekkür|Günaydın|ağaç|Çağrı|Işık|yağmur|Türkiye’de kış|Beşiktaş|Doğan|kırmızı|İzmir|Erdoğan|balık|gümüş|Muğla|Eskişehir|çalışkan|Ağrı|ışık|Şükrü',
  ],
  ['shift_jis', '日本|東京都|カタカナ|こんにちは|りんご,100'],
  ['euc-jp', '日本|カタカナ|こんにちは'],
  ['gb18030', '北京|你好|张三,北京|中文'],
  ['big5', '臺北|你好'],
  ['euc-kr', '서울|안녕|한국어|감사합니다'],
];

/** Texts that are too short for the detector, and what they are read as. */
const wrong: readonly (readonly [charset: string, text: string, read: string])[] = [
  ['windows-1250', 'jaźń', 'jaŸñ'],
  ['windows-1250', 'Bąk', 'Bšk'],
  ['windows-1250', 'książka', 'ksi¹¿ka'],
  ['windows-1251', 'Київ', '疏库'],
  ['windows-1251', 'МОСКВА', '涛咽吕'],
  ['windows-1251', 'name;Имя', 'name;Èìÿ'],
  ['windows-1251', 'и', 'è'],
  ['windows-1253', 'ΑΘΗΝΑ', 'ءباحء'],
  ['euc-jp', '東京都', 'еЛ╣Чет'],
  ['big5', '中文', 'いゅ'],
  ['big5', '謝謝', 'абаб'],
  ['windows-1250', 'Plzeň', 'Plzeò'],
  ['windows-1250', 'tűz', 'tūz'],
  ['windows-1250', 'ręka', 'rêka'],
];

describe('--encoding auto reads short texts', () => {
  for (const [charset, texts] of shortTexts) {
    test(`in ${charset}`, () => {
      for (const text of texts.split('|')) assert.equal(read(encoded(text, charset)), text);
    });
  }

  for (const [charset, text, found] of wrong) {
    test(`and is wrong about ${text} in ${charset}`, () => {
      assert.equal(read(encoded(text, charset)), found);
    });
  }
});
