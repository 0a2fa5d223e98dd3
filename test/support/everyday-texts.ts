/** Everyday texts for charsets: a language, the charsets that its texts are in, and about 600 characters. */
export const everydayTexts: readonly (readonly [language: string, charsets: readonly string[], text: string])[] = [
  [
    'German',
    ['windows-1252', 'iso-8859-15'],
    'Müller, Straße 5, 12 € pro Stück. Für die Bestellung der Bücher wird eine Gebühr erhoben, höchstens jedoch fünf Euro. Die Läden schließen früh, weil übermorgen Feiertag ist. Können Sie mir bitte die Schlüssel für das Gästezimmer schicken? Ich würde gern am späten Nachmittag vorbeikommen, dann müssen wir nicht alles am Telefon klären. Viele Grüße aus Köln und ein schönes Wochenende! Jürgen hört täglich Radio, während er frühstückt; über das Wetter ärgert er sich längst nicht mehr. Größe, Höhe und Länge stehen auf dem Schild an der Tür.',
  ],
  [
    'French',
    ['windows-1252', 'iso-8859-15'],
    'Le café est fermé à cause des congés d’été. Où êtes-vous allés hier soir, et à quelle heure êtes-vous rentrés ? Il a répondu qu’il préférait rester à la maison avec ses frères. La réunion a été reportée à février, après la fête de l’école. Ça coûte très cher, près de 20 € par élève. Voilà déjà trois années que nous habitons à côté de la forêt; les voisins sont gentils et même drôles. Je vous prie d’agréer, chère Hélène, mes salutations les plus dévouées. Le garçon a reçu la leçon de français.',
  ],
  [
    'Spanish',
    ['windows-1252'],
    'El niño comió una manzana y después durmió la siesta. ¿Qué más quieres hacer mañana por la tarde? Mi tía vive en Málaga desde hace muchos años, pero también pasa algún tiempo en Cádiz. ¡Qué bonito está el jardín! La canción que oímos ayer era de un músico muy conocido aquí. Señor García, su habitación está lista; la llave está en recepción. Según el último informe, la población creció un tres por ciento. Todavía no sé si podré ir, porque el médico me pidió que descansara. Él llegó tarde y además perdió el autobús.',
  ],
  [
    'Portuguese',
    ['windows-1252'],
    'Não sei se a reunião começa às nove ou às dez. Você já tomou café da manhã? As crianças estão brincando no jardim com o cão do vizinho. A informação está disponível na página da organização. São Paulo é uma cidade muito grande, e lá há sempre trânsito. Amanhã vou à praia com a minha irmã, se não chover. O avô contou histórias antigas até tarde. Isso é fácil de explicar, mas difícil de fazer. A ligação caiu três vezes; então, resolvi mandar uma mensagem. O pão está fresquinho e o preço não mudou.',
  ],
  [
    'Swedish',
    ['windows-1252'],
    'På svenska är det många å, ä och ö i orden. Vi åker till sjön på lördag om vädret är bra. Har du läst boken som jag gav dig på födelsedagen? Det är kallt ute, så ta på dig en varm tröja och dina stövlar. Bröderna bor i Göteborg, men de längtar efter Östersund. Jag tycker att maten här är väldigt god, särskilt smörgåsarna. Tåget går från spår tre klockan åtta. Hon frågade om någon hade sett hennes nycklar, för hon kunde inte låsa dörren. Räkningen är på fyrahundra kronor och förfaller i nästa vecka.',
  ],
  [
    'Polish',
    ['windows-1250', 'iso-8859-2'],
    'Zażółć gęślą jaźń. Łódź jest piękna, a Kraków też. Święta są już blisko, więc trzeba kupić prezenty dla całej rodziny. Czy mógłbyś mi powiedzieć, o której godzinie odjeżdża następny pociąg? Wczoraj poszliśmy do kina, ale film był bardzo długi i trochę nudny. Proszę przesłać fakturę na adres podany poniżej. Dziękuję za szybką odpowiedź i życzę miłego dnia. W niedzielę pojedziemy nad morze, jeżeli będzie ładna pogoda. Moja siostra uczy się języka włoskiego, ponieważ chce mieszkać w Rzymie. Książka leży na stole obok lampy.',
  ],
  [
    'Czech',
    ['windows-1250'],
    'Příliš žluťoučký kůň úpěl ďábelské ódy. Dnes je hezký den a já jdu do školy. Můžete mi prosím říct, kdy jede další vlak do Brna? Včera jsme byli v divadle a představení se nám líbilo. Děkuji za rychlou odpověď a přeji příjemný večer. Moje sestra bydlí v Olomouci už třetí rok. Potřebujeme koupit chléb, mléko, vejce a trochu sýra. Počasí bude zítra špatné, proto zůstaneme doma. Účet vám pošleme e-mailem do konce týdne. Kočka spí pod stolem a pes běhá po zahradě.',
  ],
  [
    'Hungarian',
    ['windows-1250'],
    'Jó reggelt kívánok! Hogy érzi magát ma, és mit szeretne reggelizni? A könyv az asztalon fekszik, a lámpa mellett. Tegnap este elmentünk a színházba, de a darab nagyon hosszú volt. Kérem, küldje el a számlát erre a címre. Köszönöm a gyors választ, és szép napot kívánok. A nővérem három éve Szegeden él, és minden hétvégén hazajön. Az idő holnap esős lesz, ezért otthon maradunk. Vettünk kenyeret, tejet, tojást és egy kevés sajtot. Az új művek főszerkesztője őszintén örült az első bűvös könyvnek.',
  ],
  [
    'Russian',
    ['windows-1251', 'koi8-r'],
    'Съешь же ещё этих мягких французских булок, да выпей чаю. Привет, как дела? Вчера мы ходили в театр, но спектакль был слишком длинным. Пришлите, пожалуйста, счёт на указанный ниже адрес. Моя сестра уже третий год живёт в Казани и учится на врача. Завтра будет дождь, поэтому мы останемся дома. Нужно купить хлеб, молоко, яйца и немного сыра. Спасибо за быстрый ответ, желаю хорошего дня. Книга лежит на столе рядом с лампой. Поезд отправляется с третьего пути в восемь часов.',
  ],
  [
    'Ukrainian',
    ['windows-1251'],
    'Привіт, як справи? Учора ми ходили до театру, але вистава була задовгою. Надішліть, будь ласка, рахунок на вказану нижче адресу. Моя сестра вже третій рік живе у Львові й навчається на лікарку. Завтра буде дощ, тому ми залишимося вдома. Треба купити хліб, молоко, яйця і трохи сиру. Дякую за швидку відповідь, гарного вам дня. Книжка лежить на столі поруч із лампою. Потяг вирушає з третьої колії о восьмій годині. Її подруга їздить на роботу велосипедом.',
  ],
  [
    'Greek',
    ['windows-1253'],
    "Καλημέρα σας, τι κάνετε σήμερα; Όλα καλά. Χθες πήγαμε στο θέατρο, αλλά η παράσταση ήταν πολύ μεγάλη. Παρακαλώ στείλτε τον λογαριασμό στην παρακάτω διεύθυνση. Η αδελφή μου μένει στη Θεσσαλονίκη εδώ και τρία χρόνια. Αύριο θα βρέξει, γι' αυτό θα μείνουμε στο σπίτι. Πρέπει να αγοράσουμε ψωμί, γάλα, αυγά και λίγο τυρί. Ευχαριστώ για τη γρήγορη απάντηση και σας εύχομαι καλή μέρα. Το βιβλίο είναι πάνω στο τραπέζι δίπλα στη λάμπα. Το τρένο φεύγει στις οκτώ.",
  ],
  [
    'Turkish',
    ['windows-1254'],
    "Günaydın, bugün nasılsınız? Dün akşam tiyatroya gittik, ama oyun çok uzundu. Lütfen faturayı aşağıdaki adrese gönderin. Kız kardeşim üç yıldır İzmir'de yaşıyor ve doktor olmak istiyor. Yarın yağmur yağacak, bu yüzden evde kalacağız. Ekmek, süt, yumurta ve biraz peynir almamız gerekiyor. Hızlı cevabınız için teşekkür ederim, iyi günler dilerim. Kitap masanın üstünde, lambanın yanında duruyor. Tren sekizde üçüncü perondan kalkıyor. Şimdi dışarısı soğuk, kalın bir şey giymelisin; çocuğun da şapkası olsun.",
  ],
  [
    'Japanese',
    ['shift_jis', 'euc-jp'],
    '吾輩は猫である。名前はまだ無い。昨日は友達と映画を見に行きました。とても面白かったですが、少し長かったです。請求書は下記の住所までお送りください。妹は三年前から京都に住んでいて、大学で医学を勉強しています。明日は雨が降りそうなので、家にいるつもりです。パンと牛乳と卵を買わなければなりません。早速のお返事ありがとうございます。本は机の上のランプの横にあります。電車は八時に三番線から出発します。カタカナの言葉も、ひらがなの言葉もあります。',
  ],
  [
    'Chinese',
    ['gb18030'],
    '人人生而自由，在尊严和权利上一律平等。昨天我们去看了一场电影，很有意思，但是有点长。请把发票寄到下面的地址。我妹妹三年前搬到了北京，现在在大学学医。明天可能会下雨，所以我们打算待在家里。我们需要买面包、牛奶、鸡蛋和一点奶酪。谢谢您的快速回复，祝您愉快。书在桌子上，台灯的旁边。火车八点从第三站台出发。今天天气很冷，出门的时候要多穿一点衣服。',
  ],
  [
    'Traditional Chinese',
    ['big5'],
    '人人生而自由，在尊嚴和權利上一律平等。昨天我們去看了一場電影，很有意思，但是有點長。請把發票寄到下面的地址。我妹妹三年前搬到了臺北，現在在大學學醫。明天可能會下雨，所以我們打算待在家裡。我們需要買麵包、牛奶、雞蛋和一點起司。謝謝您的快速回覆，祝您愉快。書在桌子上，檯燈的旁邊。火車八點從第三月臺出發。今天天氣很冷，出門的時候要多穿一點衣服。',
  ],
  [
    'Korean',
    ['euc-kr'],
    '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 어제 우리는 친구와 함께 영화를 보러 갔습니다. 아주 재미있었지만 조금 길었습니다. 청구서를 아래 주소로 보내 주세요. 여동생은 삼 년 전부터 부산에 살면서 대학에서 의학을 공부하고 있습니다. 내일은 비가 올 것 같아서 집에 있을 생각입니다. 빵과 우유, 달걀을 사야 합니다. 빠른 답장 감사합니다. 책은 책상 위 전등 옆에 있습니다. 기차는 여덟 시에 출발합니다.',
  ],
];
