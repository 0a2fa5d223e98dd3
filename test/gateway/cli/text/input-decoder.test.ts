import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { charsetEncoder } from '#engine/text/encoding/charset-encoder.js';
import { inputDecoder } from '#gateway/cli/text/input-decoder.js';

/** Reads bytes in chunks; the encodings that were reported follow the text. */
function read(bytes: Uint8Array, size: number, encoding = 'auto'): [text: string, ...found: string[]] {
  const found: string[] = [];
  const decoder = inputDecoder('in.txt', encoding, (label) => found.push(label));
  let text = '';
  for (let at = 0; at < bytes.length; at += size) text += decoder.decode(Buffer.from(bytes.subarray(at, at + size)));
  return [text + decoder.end(), ...found];
}

const encoded = (text: string, label: string) => Buffer.from(charsetEncoder(label).encode(text));
const sizes = [1, 3, 7, 65_536];

/** Everyday text, and the name of the encoding that is found out; by default that of the text. */
const texts: readonly (readonly [label: string, text: string, found?: string])[] = [
  ['windows-1252', 'Ein schöner Tag für Bücher und Grüße aus München. Die Straße ist naß.'],
  ['windows-1252', 'Le café est fermé à cause de la grève générale; où êtes-vous allés ?'],
  ['windows-1252', 'El niño comió una manzana y después durmió la siesta. ¿Qué más quieres?'],
  ['windows-1252', 'På svenska är det många å, ä och ö i orden.'],
  ['windows-1252', 'name;city\r\nJosé;Málaga\r\nBjörk;Reykjavík\r\n'],
  ['windows-1252', '“Smart quotes” – and dashes cost €5'],
  ['windows-1250', 'Zażółć gęślą jaźń. Łódź jest piękna, a Kraków też. Święta są już blisko.'],
  ['windows-1250', 'Příliš žluťoučký kůň úpěl ďábelské ódy. Dnes je hezký den a já jdu do školy.'],
  ['ISO-8859-2', 'Zażółć gęślą jaźń. Łódź jest piękna, a Kraków też. Święta są już blisko.'],
  ['windows-1251', 'Имя;Город\nИван;Москва\nАнна;Казань\n'],
  ['windows-1251', 'Привет'],
  ['KOI8-R', 'Съешь же ещё этих мягких французских булок, да выпей чаю. Привет, как дела?'],
  ['IBM866', 'Съешь же ещё этих мягких французских булок, да выпей чаю. Привет, как дела?'],
  ['windows-1253', 'Καλημέρα σας, τι κάνετε σήμερα; Όλα καλά.'],
  ['windows-1255', 'שלום לכולם, מה שלומכם היום?'],
  ['windows-1256', 'السلام عليكم ورحمة الله وبركاته. كيف حالك اليوم؟'],
  ['windows-874', 'เป็นมนุษย์สุดประเสริฐเลิศคุณค่า กว่าบรรดาฝูงสัตว์เดรัจฉาน'],
  ['Shift_JIS', '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。'],
  ['Shift_JIS', '商品,価格\nりんご,100\nみかん,80\n'],
  ['EUC-JP', '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。'],
  ['ISO-2022-JP', 'Subject: 吾輩は猫である。名前はまだ無い。'],
  ['GBK', '人人生而自由，在尊严和权利上一律平等。', 'gb18030'],
  ['GBK', '姓名,城市\n张三,北京\n李四,上海\n', 'gb18030'],
  ['Big5', '人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心。'],
  ['EUC-KR', '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.'],
  ['UTF-8', 'Grüße, Привет, 漢字 and 👍'],
  ['UTF-8', 'only ASCII'],
  ['UTF-8', ''],
  ['UTF-16LE', '\ufeffGrüße, 漢字 and 👍'],
  ['UTF-16BE', '\ufeff漢字'],
  ['UTF-16LE', 'name\tcity\r\nZoë\tKöln\r\n'],
  ['UTF-16BE', 'name\tcity\r\nZoë\tKöln\r\n'],
];

describe('--encoding auto', () => {
  for (const [label, text, found = label] of texts) {
    test(`finds out ${label}: ${text.slice(0, 30)}`, () => {
      const plain = text.replace(/^\ufeff/, '');
      for (const size of sizes) assert.deepEqual(read(encoded(text, label), size), [plain, found]);
    });
  }

  test('ASCII before the first other character may have any length, and goes on before the encoding is known', () => {
    const ascii = 'id;name\r\n1;Ann\r\n'.repeat(20_000);
    const decoder = inputDecoder('in.txt', 'auto', () => assert.fail('it is not known'));
    assert.equal(decoder.decode(Buffer.from(ascii)), ascii);
    const text = `${ascii}2;Zażółć gęślą jaźń\r\n3;Święta są już blisko\r\n`;
    for (const size of [1000, 65_536]) {
      assert.deepEqual(read(encoded(text, 'windows-1250'), size), [text, 'windows-1250']);
      assert.deepEqual(read(encoded(text, 'utf-8'), size), [text, 'UTF-8']);
    }
  });

  test('a character may be cut at the end of what is looked at', () => {
    for (const [label, piece] of [
      ['UTF-8', '漢字ê'],
      ['Shift_JIS', '吾輩は猫である。名前はまだ無い。どこで生れたか。a'],
    ] as const) {
      const text = piece.repeat(20_000);
      assert.deepEqual(read(encoded(text, label), 65_536), [text, label]);
    }
  });

  test('a mark inside of the text stays', () => {
    const text = `${'a'.repeat(70_000)}\ufeffé`;
    assert.deepEqual(read(Buffer.from(text), 65_536), [text, 'UTF-8']);
  });

  test('colours of a terminal are no Japanese', () => {
    const text = '\u001b[31mred\u001b(B\u001b[0m é';
    for (const size of sizes) assert.deepEqual(read(Buffer.from(text), size), [text, 'UTF-8']);
  });

  test('a byte that breaks the encoding later is refused with its place in the file', () => {
    const bytes = Buffer.concat([Buffer.from('a'.repeat(100_000)), Buffer.from('é'.repeat(50_000)), Buffer.of(0xff)]);
    const message = 'in.txt is not UTF-8: byte 200000 (counted from 0) is not part of a character';
    assert.throws(() => read(bytes, 65_536), { message });
    const text = encoded(`${'a'.repeat(100_000)}${'吾輩は猫である。'.repeat(10_000)}`, 'shift_jis');
    assert.throws(() => read(Buffer.concat([text, Buffer.of(0x93)]), 65_536), {
      message: `in.txt is not Shift_JIS: byte ${text.length} (counted from 0) is not part of a character`,
    });
  });

  test('bytes in no encoding are refused', () => {
    const bytes = Buffer.from(Array.from({ length: 2000 }, (_, i) => (i * 37) % 0x100));
    assert.throws(() => read(bytes, 65_536), {
      message:
        'The encoding of in.txt cannot be found out, since it is not text: 8 NUL bytes are among its first 2000 bytes: name it, such as --encoding windows-1252',
    });
    assert.throws(() => read(Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1'), 65_536), {
      message: 'The encoding of in.txt cannot be found out: name it, such as --encoding windows-1252',
    });
  });

  for (const [name, bytes, found] of [
    ['integers', '010000000200000003000000', '9 NUL bytes are among its first 12'],
    [
      'PNG',
      '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489',
      '12 NUL bytes are among its first 33',
    ],
    ['ELF', '7f454c46020101000000000000000000030003e0', '10 NUL bytes are among its first 20'],
    ['ZIP', '504b03040a0000000000', '5 NUL bytes are among its first 10'],
    ['JPEG', 'ffd8ffe000104a46494600010101006000600000', '6 NUL bytes are among its first 20'],
    ['controls', '01020304050607', '6 control characters are among its first 7'],
    ['names between zeros', '612e74787400622e74787400', '2 NUL bytes are among its first 12'],
  ] as const) {
    test(`binary data is refused with the reason: ${name}`, () => {
      const message = `The encoding of in.txt cannot be found out, since it is not text: ${found} bytes: name it, such as --encoding windows-1252`;
      for (const size of sizes) assert.throws(() => read(Buffer.from(bytes, 'hex'), size), { message });
    });
  }

  test('some controls are in texts', () => {
    for (const text of ['a\f\nb\u001a', '\u001b[1mbold\u001b[0m', 'a\u0001b\u0001 and longer text than that é']) {
      for (const size of sizes) assert.deepEqual(read(Buffer.from(text), size), [text, 'UTF-8']);
    }
  });
});

describe('--encoding with a label', () => {
  test('reads it strictly', () => {
    assert.deepEqual(read(encoded('Привет', 'koi8-r'), 1, 'KOI8-R'), ['Привет']);
    assert.deepEqual(read(encoded('\ufeff漢字', 'utf-16le'), 1, 'UTF-16LE'), ['漢字']);
    const message = 'in.txt is not EUC-JP: byte 2 (counted from 0) is not part of a character';
    for (const size of sizes) {
      assert.throws(() => read(Buffer.from('\xc6\xfc\xff\xff', 'latin1'), size, 'EUC-JP'), { message });
    }
  });
});
