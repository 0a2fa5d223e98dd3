/** A form of secret that is recognized by its characters. */
export interface SecretRule {
  /** The source of the label: `github-token` is written `[GITHUB_TOKEN]`. */
  readonly name: string;
  /** The secret is the group `secret`, or the whole match if there is no such group. Flags `d` and `g`. */
  readonly pattern: RegExp;
}

/** Increased with every change of the rules, after which the same text may be redacted differently. */
export const secretRulesVersion = 1;

/**
 * Makes a rule for tokens with a known prefix.
 *
 * No letter or digit may touch a token. All repetitions are bounded, so that a text of prefixes costs a bounded amount
 * for each.
 */
function token(name: string, form: string): SecretRule {
  return { name, pattern: new RegExp(`(?<![A-Za-z0-9])(?:${form})(?![A-Za-z0-9])`, 'dg') };
}

/** Names of settings with secrets, at their end: DB_PASSWORD, apiKey, "client_secret". */
const settingName =
  '(?:passw(?:d|or[dt])|passphrase|(?<=[_-])pass|pwd|secret(?:[_-]?key)?|token|api[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key|account[_-]?key|credentials?)';

/**
 * From the most specific to the most general, as of equal finds the first counts. The forms are documented by the
 * services, or those of their tokens.
 */
export const secretRules: readonly SecretRule[] = [
  token('aws-access-key', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}'),
  token('github-token', 'gh[opsur]_[A-Za-z0-9]{36,251}|github_pat_[A-Za-z0-9_]{60,100}'),
  token('gitlab-token', '(?:glpat|glptt|gldt|glrt|glcbt|glsoat|glft|glagent)-[\\w.-]{20,100}'),
  token('slack-token', 'xox[abceoprs](?:-[A-Za-z0-9]{1,200}){2,6}|xapp-\\d-[A-Z0-9]{1,30}-\\d{1,20}-[a-f0-9]{32,128}'),
  token('stripe-key', '(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,250}|whsec_[A-Za-z0-9+/]{32,64}'),
  token('google-api-key', 'AIza[\\w-]{35}'),
  token('google-oauth-token', 'GOCSPX-[\\w-]{28}|ya29\\.[\\w-]{20,1000}'),
  token('anthropic-key', 'sk-ant-[a-z0-9]{3,12}-[\\w-]{20,200}'),
  token('openai-key', 'sk-(?:proj|svcacct|admin)-[\\w-]{20,250}|sk-[A-Za-z0-9]{40,64}'),
  token('huggingface-token', 'hf_[A-Za-z0-9]{30,50}'),
  token('npm-token', 'npm_[A-Za-z0-9]{36}'),
  token('pypi-token', 'pypi-[\\w-]{50,250}'),
  token('rubygems-key', 'rubygems_[a-f0-9]{48}'),
  token('docker-token', 'dckr_(?:pat|oat)_[\\w-]{27,60}'),
  token('sendgrid-key', 'SG\\.[\\w-]{16,32}\\.[\\w-]{16,64}'),
  token('twilio-key', 'SK[a-f0-9]{32}'),
  token('mailgun-key', 'key-[a-f0-9]{32}'),
  token('mailchimp-key', '[a-f0-9]{32}-us\\d{1,2}'),
  token('telegram-token', '\\d{8,10}:[\\w-]{35}'),
  token('discord-token', '[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,40}'),
  token('shopify-token', 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}'),
  token('square-token', 'sq0(?:atp|csp|idp)-[\\w-]{22,43}'),
  token('digitalocean-token', 'do[opr]_v1_[a-f0-9]{64}'),
  token('linear-key', 'lin_(?:api|oauth)_[A-Za-z0-9]{40,64}'),
  token('notion-token', '(?:secret|ntn)_[A-Za-z0-9]{43,50}'),
  token('postman-key', 'PMAK-[a-f0-9]{24}-[a-f0-9]{34}'),
  token('new-relic-key', 'NRAK-[A-Z0-9]{27}'),
  token('grafana-token', 'glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}|glc_[A-Za-z0-9+/]{32,400}'),
  token('vault-token', 'hv[bsr]\\.[\\w-]{24,300}'),
  token('terraform-token', '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{60,70}'),
  token('databricks-token', 'dapi[a-f0-9]{32}(?:-\\d)?'),
  token('azure-secret', '[\\w~.-]{3}\\dQ~[\\w~.-]{31,34}'),
  token('age-key', 'AGE-SECRET-KEY-1[0-9A-Z]{58}'),
  // The parts are unbounded: no text before the first one has to be read again.
  { name: 'jwt', pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*(?:\.[\w-]+\.[\w-]+)?/dg },
  {
    name: 'webhook-url',
    pattern:
      /https:\/\/(?:hooks\.slack\.com\/(?:services|workflows|triggers)|(?:ptb\.|canary\.)?discord(?:app)?\.com\/api\/webhooks)\/(?<secret>[\w/-]{16,200})/dg,
  },
  {
    name: 'url-password',
    pattern: /:\/\/[^\s:/?#@"'<>]{0,100}:(?<secret>(?![{$<*])[^\s/?#@"'<>]{1,200})@/dg,
  },
  {
    name: 'authorization',
    pattern:
      /\bauthorization["']?[ \t]{0,5}[:=][ \t]{0,5}["']?[a-z-]{2,20}[ \t]{1,5}(?<secret>[\w+/.~=:-]{6,8000})|\b(?:bearer|token)[ \t]{1,5}(?<word>(?=[^\s"',;]{0,200}\d)[\w+/.~=-]{16,8000})/dgi,
  },
  {
    name: 'secret',
    pattern: new RegExp(
      `${settingName}["'\`]?[ \\t]{0,10}(?::=|=>|[:=])[ \\t]{0,10}(?:"(?<secret>(?![\\s<{$*])[^"\\s]{4,400})"|'(?<quoted>(?![\\s<{$*])[^'\\s]{4,400})'|(?<bare>(?=[^\\s"',;]{0,400}\\d)(?![<{$*"'/])[^\\s"',;()]{6,400}))`,
      'dgi',
    ),
  },
  {
    // In a file of settings a password needs no digit to differ from prose.
    name: 'secret',
    pattern: new RegExp(
      `${settingName}=(?<=^[ \\t]{0,20}(?:-[ \\t]{1,5})?(?:export[ \\t]{1,5})?[\\w.-]{1,120}=)(?<secret>(?!undefined$)(?![<{$*%"'\`/])[^\\s"',;()]{6,400})[ \\t]{0,20}$`,
      'dgim',
    ),
  },
];
