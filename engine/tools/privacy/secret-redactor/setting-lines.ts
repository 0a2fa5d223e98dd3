import type { ReadableText } from '../../../text/escapes/readable-text.js';
import type { Span } from '../../../text/span.js';
import { closeOf } from './blocks.js';
import { backslashesAt, code, depthOf, isEscape, isMask, noPassword, typeName } from './values.js';

/** A name with a secret at its end, and the mark after it. */
export interface NamedMark {
  /** Where the last words of the name start, such as PASSWORD in DB_PASSWORD. */
  readonly nameAt: number;
  readonly isPassword: boolean;
  /** Whether a quote ends the name. */
  readonly isQuoted: boolean;
  readonly mark: string;
  /** Where the value starts, without blanks before it. */
  readonly valueAt: number;
}

/** What is before a setting. */
interface Head {
  /** How far to the right the name is. */
  readonly indent: number;
  /** The letters of the name before its last words. */
  readonly path: string;
  /** The place of the quote that starts the string that only contains this setting; -1 if there is none. */
  readonly string: number;
  /** How many backslashes write the line end before it: the line is one of a string. */
  readonly backslashes: number;
}

const longestHead = 160;
const lineHead =
  /(?:^|[\r\n])(?<indent>[ \t]*(?:-[ \t]+){0,3})(?:\*\*)?(?:(?:export|set|env|arg|setenv)[ \t]+)?(?<quote>["'`]?)(?:export[ \t]+)?(?<path>[\w.-]*)$/i;
/** A string of a list or a member: `["DB_PASSWORD=…"]`. */
const stringHead = /[[{,:=][ \t\r\n]{0,40}(?<quote>["'`])[ \t]{0,10}(?<path>[\w.-]{0,100})$/;

function headOf(readable: ReadableText, nameAt: number, isQuoted: boolean): Head | undefined {
  const from = Math.max(0, nameAt - longestHead);
  const before = readable.text.slice(from, nameAt);
  const line = lineHead.exec(before);
  if (line !== null && (from === 0 || /^[\r\n]/.test(line[0]))) {
    const { indent = '', quote = '', path = '' } = line.groups ?? {};
    const at = from + line.index;
    return {
      indent: indent.length,
      path,
      string: quote === '' || isQuoted ? -1 : nameAt - path.length - 1,
      backslashes: /^[\r\n]/.test(line[0]) ? backslashesAt(readable, at) : 0,
    };
  }
  const { quote, path = '' } = stringHead.exec(before)?.groups ?? {};
  if (quote === undefined || isQuoted) return undefined;
  return { indent: 0, path, string: from + before.lastIndexOf(quote), backslashes: 0 };
}

/**
 * Finds the value of a setting that has a line for itself, as in YAML, .env and .ini: all up to the end of the line or to
 * a comment, and the lines that continue it.
 *
 * In running text a line can start in the same way, so a value behind a colon that reads as a sentence is none, and
 * neither is source code.
 */
export function* settingLine(readable: ReadableText, setting: NamedMark): Generator<Span> {
  const { text } = readable;
  if (setting.mark !== ':' && setting.mark !== '=') return;
  const head = headOf(readable, setting.nameAt, setting.isQuoted);
  if (head === undefined) return;
  const name = head.path + text.slice(setting.nameAt, setting.valueAt);
  if (/[\r\n]|^$/.test(text.charAt(setting.valueAt))) {
    if (setting.mark === ':' && head.string === -1) yield* valuesBelow(readable, setting, head, name);
    return;
  }
  const start = setting.mark === ':' ? skip(yamlTag, text, setting.valueAt) : setting.valueAt;
  if (notBare.test(text.charAt(start)) || (setting.mark === '=' && text[start] === '/')) return;
  const lineEnd = endOfValue(readable, start, head, setting.mark);
  // An option of a command, `--password=abc --verbose`: other arguments follow.
  const end = head.path.startsWith('-') ? start + text.slice(start, lineEnd).replace(/\s.*$/s, '').length : lineEnd;
  if (!isSecret(text.slice(start, end), setting, name)) {
    // Before a command: `API_TOKEN=abc npm start`.
    const [word = ''] = /^[^\s;&|]+/.exec(text.slice(start, Math.min(end, start + longestWord))) ?? [];
    if (text[start - 1] === '=' && constant.test(name) && isSecret(word, setting, name)) {
      yield { start, end: start + word.length };
    }
    return;
  }
  const last = endOfContinuation(readable, end, head, setting.mark);
  const [backslash = ''] = last === end ? (/[ \t]{1,20}\\$/.exec(text.slice(start, end)) ?? []) : [];
  yield { start, end: last - backslash.length };
}

const longestWord = 4000;
/** A variable of the environment or of a pipeline. */
const constant = /^[A-Z][A-Z\d_]*[ \t:=]+$/;

/** A tag or an anchor of YAML. */
const yamlTag = /(?:[!&][^\s]{1,60}[ \t]{1,5}){1,2}/y;
/** What starts another kind of value: a quoted one, a reference, a list, a block. */
const notBare = /[<{$*%"'`[|>&!]/;

function skip(sticky: RegExp, text: string, at: number): number {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : at;
}

/** A line with a setting, after its line end. A word before `=` at the end may be one of Base64. */
const settingAhead =
  /(?:\r?\n)?[ \t]*(?:-[ \t]+)?(?:export[ \t]+)?["'`]?[\w.$-]{1,120}["'`]?[ \t]*(?::(?=[\s,]|$)|[=](?![=\s]|$)|=>)/y;

function isSettingAt(text: string, at: number): boolean {
  settingAhead.lastIndex = at;
  return settingAhead.test(text);
}

/** Returns the end of the value on its line, without a comment and without blanks. */
function endOfValue(readable: ReadableText, start: number, { string, backslashes }: Head, mark: string): number {
  const { text } = readable;
  const depth = string === -1 ? 0 : depthOf(readable, string);
  let end = start;
  for (; end < text.length; end++) {
    const character = text.charAt(end);
    // In a line of a file, `\n` is part of the value, unless another setting follows.
    if (/[\r\n]/.test(character)) {
      if (backslashes > 0 || string !== -1 || !isEscape(readable, end) || isSettingAt(text, end + 1)) break;
    } else if (string !== -1 && character === text[string] && depthOf(readable, end) <= depth) break;
  }
  if (backslashes > 0) {
    const close = closeOf(readable, start, end, backslashes);
    const other = text.slice(start, end).search(/['`](?=[\s,;:)\]}]|$)/);
    if (close !== -1) end = close;
    // The string is one of source code.
    else if (other !== -1 && backslashesAt(readable, start + other) < backslashes) end = start + other;
  }
  const value = text.slice(start, end);
  const comment = string === -1 ? value.search(mark === '=' ? /[ \t][#;]/ : /[ \t]#/) : -1;
  const tag = value.search(/<\/|<br/i);
  const bold = text.startsWith('**', start - 2) ? value.indexOf('**') : -1;
  const ends = [value.length, comment, tag, bold].filter((each) => each !== -1);
  return start + value.slice(0, Math.min(...ends)).trimEnd().length;
}

/** Returns the end of the lines that continue a value: after a backslash, or further to the right in YAML. */
function endOfContinuation(readable: ReadableText, end: number, head: Head, mark: string): number {
  const { text } = readable;
  if (head.string !== -1 || head.backslashes > 0) return end;
  const line = /[ \t]*(?:#[^\r\n]*)?\r?\n([ \t]*)([^\s#][^\r\n]*)/y;
  let last = end;
  for (;;) {
    line.lastIndex = last;
    const [whole, indent = '', content = ''] = line.exec(text) ?? [];
    if (whole === undefined) return last;
    const isSetting = isSettingAt(text, line.lastIndex - indent.length - content.length);
    if (text[last - 1] === '\\') {
      // A shell and a Dockerfile write a blank before it, and then what else the command has.
      if (/[ \t]/.test(text.charAt(last - 2)) && (isSetting || content.startsWith('-'))) return last;
    } else if (mark !== ':' || indent.length <= head.indent || isSetting || /^[-}\])]/.test(content)) return last;
    last = line.lastIndex;
    while (/[ \t]/.test(text.charAt(last - 1))) last--;
  }
}

/** The only word of a line below the name, as in a mail. */
const mixedWord = /^(?=[^\s]{0,200}\d)(?=[^\s]{0,200}\p{L})[^\s()<>{}[\]"']{6,200}$/u;

/** Finds values on the lines after the name: one that is further to the right, or a list. */
function* valuesBelow(readable: ReadableText, setting: NamedMark, head: Head, name: string): Generator<Span> {
  const { text } = readable;
  const line = /\r?\n([ \t]*)((?:-[ \t]+)?)([^\s#][^\r\n]*)/y;
  for (let at = setting.valueAt; ; at = line.lastIndex) {
    line.lastIndex = at;
    const [whole, indent = '', dash = '', content = ''] = line.exec(text) ?? [];
    const isInside = indent.length > head.indent || (dash !== '' && indent.length === head.indent);
    if (whole === undefined) return;
    let start = line.lastIndex - content.length;
    if (isSettingAt(text, start)) return;
    if (!isInside) {
      const word = content.trimEnd();
      if (at === setting.valueAt && indent === '' && mixedWord.test(word)) yield { start, end: start + word.length };
      return;
    }
    let end = endOfValue(readable, start, head, ':');
    const quote = content.charAt(0);
    if (/["']/.test(quote) && end - start > 1 && text[end - 1] === quote) {
      start++;
      end--;
      if (!isMask(text.slice(start, end))) yield { start, end };
    } else if (!notBare.test(quote) && isSecret(text.slice(start, end), setting, name)) {
      yield { start, end: dash === '' ? endOfContinuation(readable, end, head, ':') : end };
    }
    if (dash === '') return;
  }
}

/** Another setting in the value: a connection string, a command. */
const otherSetting = /[;,&][ \t]*[\w.-]{1,60}[ \t]*[:=]|[ \t](?:--?)?[A-Za-z][\w.-]{0,60}(?:=|:(?=[ \t]))/;
const sourceCode = new RegExp(
  [
    // A call, an index, the end of a statement or of a member.
    String.raw`^(?:(?:await|new|yield|return|not|typeof|async|lambda)\s+)?[\w$.:]+(?:\(.*\)|\([^)]*|\[.*\]|\[[^\]]*)[;,!?]*$`,
    String.raw`^\(|[;,{(\[]$|^[^(]*\)[;,]?$`,
    // Operators between operands, of expressions and of types; in a passphrase, words follow one another.
    String.raw`^[^\s]+(?:\s+(?:[-+*/|&?:]|\?:|or|and|if|else|in|is|as)\s+[^\s]+)+$`,
    String.raw`\s(?:[=!<>]={0,2}|\?\?|[-+*/]=)\s|=>|->|::|&&|\|\|`,
    String.raw`^(?:await|new|yield|return|lambda|typeof|function|async|raise|throw|self|this)\b`,
    String.raw`^[\w.$]+ (?:if|or|and|for|unless) `,
    // Calls and attributes among words.
    String.raw`[\w$]\([^()]*\)(?=[\s.,;)]|$)|^[A-Z]\w*[<?!]|^&(?:mut |')|@\w+[.(]`,
  ].join('|'),
);

/** Settings that count or choose and have no secret: `pad_token: 0`, `use_token: 10`. */
const otherName =
  /(?:^|[_.-])(?:max|min|num|count|total|per|use|has|is|enable|with|pad|eos|bos|unk|sep|cls|mask|next|prev|start|end|first|last|special|new|stop|image|audio|video|decoder|forced)[_.-]?(?:token|key|secret)["']?[ \t]{0,10}[:=]/i;

/** Tests for a number that is a secret: of several digits, and not behind the name of a count. */
export function isSecretNumber(value: string, name: string): boolean {
  return /^-?\d{2,}$/.test(value) && !otherName.test(name) && !joinedName.test(name);
}

function isSecret(value: string, { isPassword, mark }: NamedMark, name: string): boolean {
  if (isMask(value) || sourceCode.test(value) || otherSetting.test(value)) return false;
  if (/[ \t]/.test(value)) return /[\p{L}\p{N}]/u.test(value) && (mark === '=' || !isSentence(value));
  if (noPassword.test(value) || code.test(value) || otherName.test(name)) return false;
  if (/^-?\d+$/.test(value)) return isPassword || isSecretNumber(value, name);
  if (/\d/.test(value) && value.length >= 4) return true;
  return isPassword || ((constant.test(name) || isWord(value, mark)) && !nameOfSecret.test(value));
}

/** In YAML, a name of a type or of a variable is no value, but what else is one word. */
function isWord(value: string, mark: string): boolean {
  return mark === ':' && /^[a-z][a-z\d]*(?:[-_][a-z\d]+)*$/.test(value) && !typeName.test(value);
}

/** `ERRORTOKEN = 59` */
const joinedName = /[A-Z](?:TOKEN|SECRET)[ \t:=]/;

const nameOfSecret = /passw|secret|token|key|credential/i;

/** Words that sentences have, and random words of a passphrase hardly: English, German, French, Spanish, Italian. */
const wordOfSentence =
  /(?<![\p{L}\p{N}])(?:an?|the|is|are|was|were|be|been|must|should|can|cannot|will|would|may|might|has|have|had|does?|did|not?|or|and|of|for|from|to|in|on|at|by|with|without|if|when|where|which|that|this|these|those|it|its|you|your|yours|we|our|us|my|me|i|he|she|they|their|as|than|then|but|so|only|see|ask|use|used|using|enter|type|choose|check|contact|call|click|please|forgot|reset|change|changed|confirm|invalid|expired|incorrect|wrong|missing|required|optional|least|most|minimum|maximum|characters?|letters?|digits?|same|sent|stored|hidden|none|todo|der|die|das|ein|eine|ist|sind|und|oder|mit|von|zu|zum|zur|für|nicht|wird|bitte|ihr|ihre|dein|mindestens|zeichen|le|la|les|un|une|est|et|ou|de|des|du|votre|pour|avec|el|los|una|para|con|del|su|tu|il|lo|di|per|che|non|passwort|kennwort|passe|contraseña|senha|clave|пароль|parola)(?![\p{L}\p{N}])|[\p{L})][.?:…]$/iu;

function isSentence(value: string): boolean {
  return wordOfSentence.test(value) || nameOfSecret.test(value);
}
