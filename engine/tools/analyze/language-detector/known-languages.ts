/** The languages that the n-gram library knows: its codes (ISO 639-1) and those of ISO 639-3. */
export const modelLanguages: ReadonlyMap<string, string> = pairs(
  'am:amh ar:arb az:azj be:bel bg:bul bn:ben ca:cat cs:ces da:dan de:deu el:ell en:eng es:spa et:ekk eu:eus fa:pes',
  'fi:fin fr:fra gu:guj he:heb hi:hin hr:hrv hu:hun hy:hye is:isl it:ita ja:jpn ka:kat kn:kan ko:kor ku:ckb lo:lao',
  'lt:lit lv:lvs ml:mal mr:mar ms:zlm nl:nld no:nob or:ory pa:pan pl:pol pt:por ro:ron ru:rus sk:slk sl:slv sq:als',
  'sr:srp sv:swe ta:tam te:tel th:tha tl:tgl tr:tur uk:ukr ur:urd vi:vie yo:yor zh:cmn',
);

/** The languages that it does not know; they are detected by their trigrams. */
export const otherLanguages: readonly string[] = [
  'cym gle gla bre mlt mkd afr ltz fry fao glg oci cos epo lat yid kaz kir tat bak tgk uzn uig khk pbu kmr',
  'ind jav sun ceb ilo mri haw swh hau ibo som zul xho kin sna nya sot tsn plt hat quy gug tir mya khm sin bod nep',
].flatMap((line) => line.split(' '));

/** Alternative codes: ISO 639-3 codes of groups of languages, each mapped to its best-known language. */
export const groupCodes: ReadonlyMap<string, string> = pairs(
  'ara:arb aze:azj est:ekk fas:pes kur:kmr lav:lvs msa:zlm nor:nob ori:ory sqi:als zho:cmn mon:khk mlg:plt que:quy',
  'pus:pbu swa:swh uzb:uzn yue:cmn',
);

function pairs(...lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(lines.flatMap((line) => line.split(' ').map((pair) => [pair.slice(0, -4), pair.slice(-3)] as const)));
}
