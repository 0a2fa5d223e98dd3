/** What passwords are called, by language (ISO 639-1). English and those that are close to it are one pattern. */
const byLanguage: Readonly<Record<string, readonly string[]>> = {
  ar: ['كلمة المرور', 'كلمة مرور', 'كلمة السر', 'كلمة سر', 'الرقم السري'],
  bn: ['পাসওয়ার্ড'],
  cs: ['heslo'],
  da: ['adgangskode', 'kodeord'],
  de: ['kennwort', 'zugangscode'],
  el: ['κωδικός', 'κωδικός πρόσβασης', 'συνθηματικό'],
  es: ['contraseña', 'contrasena', 'clave', 'clave de acceso', 'clave secreta'],
  fa: ['رمز عبور', 'گذرواژه', 'کلمه عبور'],
  fi: ['salasana'],
  fr: ['mot de passe', 'mots de passe', 'motdepasse', 'mdp'],
  he: ['סיסמה', 'סיסמא'],
  hi: ['पासवर्ड', 'कूटशब्द'],
  hr: ['lozinka'],
  hu: ['jelszó', 'jelszo'],
  id: ['kata sandi', 'sandi'],
  it: ["parola d'ordine", 'parola di accesso', 'codice di accesso'],
  ja: ['パスワード', '暗証番号', 'パスコード', '合言葉'],
  ko: ['비밀번호', '비번', '암호', '패스워드'],
  nl: ['wachtwoord'],
  no: ['passord'],
  pl: ['hasło', 'haslo'],
  pt: ['senha', 'palavra passe'],
  ro: ['parola', 'parolă'],
  ru: ['пароль'],
  sv: ['lösenord', 'losenord'],
  th: ['รหัสผ่าน'],
  tr: ['şifre', 'sifre', 'parola'],
  uk: ['пароль'],
  vi: ['mật khẩu', 'mat khau'],
  zh: ['密码', '密碼', '口令', '通行码'],
};

/**
 * The blanks of a name may be signs that join words, or be left out: `mot_de_passe`, `palavra-passe`. Where a word starts is
 * tested behind it: a pattern that starts with letters is fast.
 */
function patternOf(name: string): string {
  const pattern = name.normalize('NFC').replaceAll(' ', '[ _-]?').replaceAll('ñ', '(?:ñ|n\\u0303)');
  // Scripts that have no blanks, or that no code is in, need no start of a word.
  return /^[a-z\u00df-\u024f]/.test(name) ? `${pattern}(?<![A-Za-z\\u00c0-\\u024f]${pattern})` : pattern;
}

const others = [...new Set(Object.values(byLanguage).flat().map(patternOf))]
  // The longest first: `clave de acceso` before `clave`.
  .sort((a, b) => b.length - a.length)
  .join('|');

const whosePass = ['[_-]', ...'user db database smtp imap mail auth admin login ftp root proxy ssh http'.split(' ')];

/** Names of passwords, at their end. Flag `i`. */
export const passwordName = `passw(?:d|or[dt])|passphrase|pass(?<=(?:${whosePass.join('|')})pass)|pwd|${others}`;

/** A name that also counts and reports have. */
export const barePass = 'pass(?<![\\w-]pass)|pw(?<![\\w-]pw)';

/** What forms and messages write behind such a name, in place of a password. Flag `i`. */
export const wordsAboutPasswords = [
  'requerid[ao]|obligatori[ao]|incorrect[ao]|inv[aá]lid[ao]|olvidad[ao]|cambiad[ao]',
  'obrigat[oó]ri[ao]|incorret[ao]|esquecid[ao]|alterad[ao]',
  'requis|obligatoire|invalide|oubli[eé]e?|modifi[eé]e?',
  'erforderlich|falsch|ung[uü]ltig|vergessen|ge[aä]ndert|optional|unbekannt',
  'richiest[ao]|obbligatori[ao]|errat[ao]|non valida',
  'vereist|verplicht|onjuist|vergeten|ongeldig|wymagane|nieprawid[lł]owe',
  'неверный|неверно|обязателен|обязательно|изменён|изменен|забыт|невірний|обов’язковий',
  '必填|必需|错误|錯誤|无效|不能为空|请输入|必須|エラー|無効|未設定|필수|오류|없음|مطلوب|خطأ|आवश्यक|गलत|gerekli|zorunlu|hatal[ıi]',
].join('|');
