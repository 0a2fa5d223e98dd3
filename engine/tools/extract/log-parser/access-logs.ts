import type { JsonMember } from '../../../text/json/json-tree.js';
import { textMember } from '../../../text/records/record-output.js';
import { LineCursor } from './line-cursor.js';
import { dashMember, type LogFormat, numberMember } from './log-format.js';
import { commonLogTime } from './log-times.js';

/** The time, which no user can fake: in a user's name a quote is escaped. */
const timeField = / \[(\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4})\] "/;

/** The Common Log Format, and the combined one with referer, user agent and whatever a configuration appends. */
const accessLog =
  (combined: boolean): LogFormat =>
  () =>
  (line) => {
    const match = timeField.exec(line);
    if (match === null) return undefined;
    const [found, time = ''] = match;
    const sender = senderMembers(line.slice(0, match.index).split(' '));
    const cursor = new LineCursor(line, match.index + found.length - 1);
    const request = cursor.quoted();
    const status = cursor.word();
    const bytes = cursor.word();
    if (sender === undefined || request === undefined || !isCount(status) || !isCount(bytes)) return undefined;
    const members = [
      ...sender,
      textMember('time', commonLogTime(time) ?? time),
      ...requestMembers(request),
      numberMember('status', status),
      numberMember('bytes', bytes),
    ];
    if (!combined) return cursor.isAtEnd ? members : undefined;
    const referer = cursor.quoted();
    const agent = cursor.quoted();
    if (referer === undefined || agent === undefined) return undefined;
    members.push(dashMember('referer', referer), dashMember('user_agent', agent));
    if (!cursor.isAtEnd) members.push(textMember('rest', cursor.rest()));
    return members;
  };

export const commonLog = accessLog(false);
export const combinedLog = accessLog(true);

function isCount(text: string | undefined): text is string {
  return text !== undefined && /^(?:-|\d+)$/.test(text);
}

/**
 * Returns who asked: `host ident user`, with the virtual host before it in some logs, which has a port or is told by the
 * dash that nearly always is the ident. A user may have spaces.
 */
function senderMembers(words: string[]): JsonMember[] | undefined {
  const [first = '', second, third] = words;
  const hasHost = words.length > 3 && second !== '-' && (third === '-' || /:\d{1,5}$/.test(first));
  const virtualHost = hasHost ? words.shift() : undefined;
  const [host = '', ident = '', ...user] = words;
  if (host === '' || ident === '' || user.length === 0) return undefined;
  const members = virtualHost === undefined ? [] : [textMember('virtual_host', virtualHost)];
  const name = user.join(' ');
  // Apache writes two quotes for an empty name.
  members.push(textMember('host', host), dashMember('ident', ident), dashMember('user', name === '""' ? '' : name));
  return members;
}

/** Returns method, path and protocol of the first line of a request; what is no such line is the member `request`. */
function requestMembers(request: string): JsonMember[] {
  const [first, last] = [request.indexOf(' '), request.lastIndexOf(' ')];
  const [method, protocol] = [request.slice(0, Math.max(0, first)), request.slice(last + 1)];
  if (last <= first || !/^[A-Za-z][\w-]{0,30}$/.test(method) || !/^[A-Z]{1,10}\/\d(?:\.\d)?$/.test(protocol)) {
    return [dashMember('request', request)];
  }
  const path = request.slice(first + 1, last);
  return [textMember('method', method), textMember('path', path), textMember('protocol', protocol)];
}

const classicFields = [
  'time',
  'elb',
  'client',
  'backend',
  'request_processing_time',
  'backend_processing_time',
  'response_processing_time',
  'elb_status_code',
  'backend_status_code',
  'received_bytes',
  'sent_bytes',
  'request',
  'user_agent',
  'ssl_cipher',
  'ssl_protocol',
];
const applicationFields = [
  'type',
  ...classicFields.map((name) => name.replace('backend', 'target')),
  'target_group_arn',
  'trace_id',
  'domain_name',
  'chosen_cert_arn',
  'matched_rule_priority',
  'request_creation_time',
  'actions_executed',
  'redirect_url',
  'error_reason',
  'target_list',
  'target_status_code_list',
  'classification',
  'classification_reason',
  'conn_trace_id',
];
const addresses = new Set(['client', 'backend', 'target']);
const numbers = /_processing_time$|_bytes$|^(?:elb|target|backend)_status_code$|^matched_rule_priority$/;
const isFigure = /^(?:-|-?\d{1,20}(?:\.\d{1,20})?)$/;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** Access logs of the load balancers of AWS: the classic one, and the Application Load Balancer, which begins with a type. */
export const balancerLog: LogFormat = () => (line) => {
  const isClassic = /^\d/.test(line);
  const names = isClassic ? classicFields : applicationFields;
  const cursor = new LineCursor(line);
  const members: JsonMember[] = [];
  let read = 0;
  for (; read < names.length && !cursor.isAtEnd; read++) {
    const name = names[read] ?? '';
    const value = cursor.field();
    if (value === undefined || (name === 'time' && !isoTime.test(value))) return undefined;
    if (numbers.test(name) && !isFigure.test(value)) return undefined;
    if (name === 'request') members.push(...requestMembers(value));
    else if (addresses.has(name)) members.push(...addressMembers(name, value));
    else members.push(numbers.test(name) ? numberMember(name, value) : dashMember(name, value));
  }
  // Old lines end behind the request.
  if (read <= names.indexOf('request')) return undefined;
  if (!cursor.isAtEnd) members.push(textMember('rest', cursor.rest()));
  return members;
};

function addressMembers(name: string, value: string): JsonMember[] {
  const [, address = value, port = '-'] = /^(.*):(\d{1,5})$/.exec(value) ?? [];
  return [dashMember(name, address), numberMember(`${name}_port`, port)];
}
