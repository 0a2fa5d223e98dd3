/** Everyday sentences by language (ISO 639-3), with the usual letters and punctuation of each. */
export const sentences: Readonly<Record<string, readonly string[]>> = {
  eng: [
    'It’s the café on the corner – “best coffee in town”, they say.',
    'The weather was so nice today that we walked home through the park after work.',
  ],
  deu: [
    'Wir müssen morgen früh aufstehen, weil der Zug schon um sechs Uhr fährt.',
    '„Äpfel, Öl und Übung“, sagte die Großmutter auf der Straße.',
  ],
  fra: [
    'Où êtes-vous passés hier soir ? Nous avons mangé à la maison, c’était délicieux.',
    '« L’œuvre du garçon naïf », voilà ce qu’il a écrit à Noël.',
  ],
  spa: [
    '¿Dónde está el niño que vivía en aquella casa pequeña? ¡Mañana lo sabré!',
    'La próxima reunión será el miércoles a las ocho de la mañana en la oficina.',
  ],
  por: [
    'Não há pão nem maçãs, mas amanhã vamos às compras com a avó.',
    'As crianças estão à espera do autocarro e já são quase nove horas.',
  ],
  ita: [
    'Perché non vieni più a trovarci? La città è così bella in primavera.',
    'Lunedì ho comprato il caffè e un po’ di pane per la colazione.',
  ],
  nld: [
    'De reünie vindt plaats in het café aan het einde van de straat.',
    'Vanochtend heb ik geen tijd om naar de winkel te gaan, want ik moet werken.',
  ],
  swe: [
    'Flickan åt äpplen på ön medan pojken läste en bok för sin farmor.',
    'Vi måste gå hem nu, för det börjar bli mörkt och kallt ute.',
  ],
  nob: [
    'Jeg vil gjerne ha en kopp kaffe og et rundstykke før møtet på lørdag.',
    'Været blir nok bedre i morgen, så da går vi en tur på fjellet.',
  ],
  dan: [
    'Jeg kunne godt tænke mig at købe en ny cykel, når jeg får løn på fredag.',
    'Hvad hedder den lille by ved åen, hvor vi spiste så dejlige rødgrød?',
  ],
  fin: [
    'Äiti meni kauppaan ostamaan maitoa ja leipää, mutta tänään se oli kiinni.',
    'Huomenna lähdemme mökille järven rannalle, jos sää on hyvä.',
  ],
  isl: [
    'Það er mjög kalt í dag og börnin vilja ekki fara út að leika sér.',
    'Ég ætla að kaupa mjólk og brauð áður en búðin lokar í kvöld.',
  ],
  est: [
    'Täna õhtul sööme koos perega köögis ja räägime homsest päevast.',
    'Õpilased läksid kooli, sest tund algab kell kaheksa hommikul.',
  ],
  lav: [
    'Šodien ir ļoti auksts, tāpēc bērni paliek mājās un lasa grāmatas.',
    'Rīgā vienmēr ir daudz cilvēku, īpaši vasarā, kad garšīgi ēdieni ir visur.',
  ],
  lit: [
    'Šiandien labai šalta, todėl vaikai liko namuose ir skaitė knygas.',
    'Ar žinote, kur yra artimiausia vaistinė? Man reikia nusipirkti vaistų.',
  ],
  pol: [
    'Zażółć gęślą jaźń, powiedział źrebak do żółwia na łące.',
    'Czy mógłbyś mi powiedzieć, gdzie jest najbliższy przystanek autobusowy?',
  ],
  ces: [
    'Příliš žluťoučký kůň úpěl ďábelské ódy, ale nikdo ho neslyšel.',
    'Dnes večer půjdeme do kina, protože dávají nový film od známého režiséra.',
  ],
  slk: [
    'Kde je najbližšia lekáreň? Potrebujem kúpiť lieky pre svoju mamu.',
    'Zajtra ráno pôjdeme na túru do hôr, ak bude pekné počasie.',
  ],
  slv: [
    'Danes zvečer gremo v gledališče, ker igrajo zelo dobro predstavo.',
    'Kje lahko kupim sveže češnje in žemlje za zajtrk?',
  ],
  hrv: [
    'Danas je lijep dan, pa ćemo poći na more i kupiti sladoled za djecu.',
    'Gdje se nalazi najbliža ljekarna? Čekam prijatelja već pola sata.',
  ],
  hun: [
    'Az árvíztűrő tükörfúrógép nagyon hasznos, mondta a bácsi.',
    'Holnap reggel elmegyünk a piacra, hogy friss gyümölcsöt vegyünk.',
  ],
  ron: [
    'Copiii merg la școală în fiecare dimineață, chiar dacă este frig afară.',
    'Țara noastră are munți, dealuri și câmpii foarte frumoase.',
  ],
  tur: [
    'Yarın sabah erken kalkmamız gerekiyor, çünkü uçak saat altıda kalkıyor.',
    'Şu küçük kahvehanede İstanbul’un en güzel çayını içebilirsiniz.',
  ],
  aze: [
    'Bu gün hava çox gözəldir, ona görə də uşaqlar parkda oynayırlar.',
    'Şəhərin mərkəzində yeni bir kitabxana açıldı.',
  ],
  cat: [
    'Avui fa molt bon temps i anirem a la platja amb els nens.',
    'Això és l’última cançó que vam escoltar ahir a la nit.',
  ],
  eus: [
    'Gaur goizean mendira joan gara lagunekin eta bazkaltzera itzuli gara.',
    'Etxe berria erosi dugu herriaren erdian, eta oso pozik gaude.',
  ],
  cym: [
    'Mae’r tywydd yn braf iawn heddiw, felly rydym ni’n mynd am dro i’r traeth.',
    'Ble mae’r tŷ bach? Dw i eisiau prynu llyfr newydd yn y siop.',
  ],
  gle: [
    'Tá an aimsir go breá inniu agus tá na páistí ag imirt sa pháirc.',
    'Cá bhfuil an leabharlann? Ba mhaith liom leabhar nua a fháil ar iasacht.',
  ],
  mlt: [
    'Illum għandna ħafna xogħol, imma għada mmorru l-baħar mat-tfal.',
    'Il-ktieb li xtrajt il-bieraħ huwa interessanti ħafna.',
  ],
  vie: [
    'Hôm nay trời đẹp quá, chúng tôi đi dạo trong công viên gần nhà.',
    'Tiếng Việt có nhiều dấu thanh và những nguyên âm như ơ, ư, ă.',
  ],
  msa: [
    'Cuaca hari ini sangat baik, jadi kami pergi ke pantai bersama keluarga.',
    'Kedai itu dibuka pada pukul sembilan pagi setiap hari kecuali hari Ahad.',
  ],
  rus: [
    'Сегодня прекрасная погода, поэтому мы пойдём гулять в парк с детьми.',
    '«Подъезд съел ёж», — сказала бабушка и засмеялась…',
  ],
  ukr: [
    'Сьогодні в лінії компанії з Італії їхали її діти, і Рік прийшов під Різдво.',
    'Ґудзик з’їхав на підлогу, а її вії мрії не побачили.',
  ],
  bel: ['Сёння добрае надвор’е, таму мы пойдзем у лес па ягады і грыбы.', 'Ўсе дзеці любяць зіму, калі падае снег.'],
  bul: [
    'Днес времето е много хубаво и децата играят в парка пред къщата.',
    'Утре ще пътуваме до морето с влака, ако не вали дъжд.',
  ],
  srp: [
    'Данас је леп дан, па ћемо поћи на реку и купити сладолед за децу.',
    'Ђак Његош џепарцем купује љуте паприке и књигу.',
  ],
  mkd: [
    'Денес времето е убаво и децата си играат пред куќата со ѓеврек.',
    'Утре ќе патуваме за Охрид, ако не врне дожд.',
  ],
  ell: [
    'Σήμερα ο καιρός είναι πολύ καλός και θα πάμε μια βόλτα στη θάλασσα.',
    'Πού είναι το πλησιέστερο φαρμακείο; Θέλω να αγοράσω φάρμακα.',
  ],
  hye: ['Այսօր եղանակը շատ լավ է, և մենք գնում ենք այգի։'],
  kat: ['დღეს კარგი ამინდია და ბავშვები ეზოში თამაშობენ.'],
  heb: ['היום מזג האוויר יפה מאוד, ולכן אנחנו הולכים לים עם הילדים.'],
  ara: ['الطقس جميل اليوم، لذلك سنذهب إلى الحديقة مع الأطفال.'],
  fas: ['امروز هوا خیلی خوب است و می‌خواهیم با بچه‌ها به پارک برویم.'],
  urd: ['آج موسم بہت اچھا ہے، اس لیے ہم بچوں کے ساتھ باغ میں جا رہے ہیں۔'],
  hin: ['आज मौसम बहुत अच्छा है, इसलिए हम बच्चों के साथ पार्क जा रहे हैं।'],
  ben: ['আজ আবহাওয়া খুব ভালো, তাই আমরা বাচ্চাদের নিয়ে পার্কে যাচ্ছি।'],
  tam: ['இன்று வானிலை மிகவும் நன்றாக உள்ளது, எனவே நாங்கள் பூங்காவிற்குச் செல்கிறோம்.'],
  tha: ['วันนี้อากาศดีมาก เราจึงไปเดินเล่นที่สวนสาธารณะกับเด็กๆ'],
  kor: ['오늘은 날씨가 아주 좋아서 아이들과 함께 공원에 갑니다.'],
  jpn: ['今日はとても天気がいいので、子供たちと公園へ行きます。'],
  zho: ['今天天气很好，所以我们带孩子去公园散步。'],
};
