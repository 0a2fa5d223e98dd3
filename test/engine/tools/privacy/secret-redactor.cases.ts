import assert from 'node:assert/strict';
import fc from 'fast-check';
import { secretRules } from '#engine/tools/privacy/secret-redactor/secret-rules.js';
import { escapedDocuments, scalarsOf } from '../../../support/escaped-texts.js';
import { assertLinear, assertTakesAtMost } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'secret-redactor';

/** Made-up characters, put together here so that no scanner takes this file for a leak. */
const mixed = (length: number) => 'aB3dE6gH9jK2mN5pQ8sT'.repeat(20).slice(0, length);
const hex = (length: number) => '0a1b2c3d4e5f6789'.repeat(20).slice(0, length);
const upper = (length: number) => 'A2B3C4D5E6F7G2H3'.repeat(20).slice(0, length);

/** By rule: secrets of its form, and texts that only look so. */
const samples: Record<string, { found: readonly string[]; other?: readonly string[] }> = {
  'aws-access-key': {
    found: [`AKIA${upper(16)}`, `ASIA${upper(16)}`],
    other: [`AKIA${upper(15)}`, `xAKIA${upper(16)}`],
  },
  'github-token': {
    found: [`ghp_${mixed(36)}`, `gho_${mixed(36)}`, `ghs_${mixed(100)}`, `github_pat_${mixed(22)}_${mixed(59)}`],
    other: [`ghp_${mixed(35)}`, `ghx_${mixed(36)}`],
  },
  'gitlab-token': {
    found: [`glpat-${mixed(20)}`, `glrt-${mixed(20)}`, `glimt-${mixed(25)}`, `GR1348941${mixed(20)}`],
    other: [`glpat-${mixed(19)}`],
  },
  'slack-token': {
    found: [
      `xoxb-${hex(12)}-${hex(12)}-${mixed(24)}`,
      `xapp-1-${upper(11)}-1234567890-${hex(64)}`,
      `xoxe.xoxp-1-${mixed(90)}`,
    ],
    other: [`xoxb-${mixed(24)}`],
  },
  'stripe-key': {
    found: [`sk_live_${mixed(24)}`, `rk_test_${mixed(99)}`, `whsec_${mixed(32)}`],
    other: ['sk_live_abc'],
  },
  'google-api-key': { found: [`AIza${mixed(35)}`], other: [`AIza${mixed(34)}`, `AIza${mixed(36)}`] },
  'google-oauth-token': { found: [`GOCSPX-${mixed(28)}`, `ya29.${mixed(60)}`] },
  'anthropic-key': { found: [`sk-ant-api03-${mixed(93)}-${mixed(2)}`] },
  'openai-key': {
    found: [`sk-proj-${mixed(40)}_${mixed(20)}`, `sk-${mixed(48)}`],
    other: ['sk-learn', `sk-${mixed(20)}`],
  },
  'huggingface-token': { found: [`hf_${mixed(34)}`] },
  'npm-token': { found: [`npm_${mixed(36)}`], other: ['npm_config_registry'] },
  'pypi-token': { found: [`pypi-${mixed(160)}`] },
  'rubygems-key': { found: [`rubygems_${hex(48)}`] },
  'docker-token': { found: [`dckr_pat_${mixed(27)}`] },
  'sendgrid-key': { found: [`SG.${mixed(22)}.${mixed(43)}`] },
  'twilio-key': { found: [`SK${hex(32)}`] },
  'mailgun-key': { found: [`key-${hex(32)}`] },
  'mailchimp-key': { found: [`${hex(32)}-us12`] },
  'telegram-token': { found: [`1234567890:${mixed(35)}`] },
  'discord-token': { found: [`M${mixed(23)}.${mixed(6)}.${mixed(27)}`] },
  'shopify-token': { found: [`shpat_${hex(32)}`] },
  'square-token': { found: [`sq0atp-${mixed(22)}`] },
  'digitalocean-token': { found: [`dop_v1_${hex(64)}`] },
  'linear-key': { found: [`lin_api_${mixed(40)}`] },
  'notion-token': { found: [`ntn_${mixed(46)}`, `secret_${mixed(43)}`] },
  'postman-key': { found: [`PMAK-${hex(24)}-${hex(34)}`] },
  'new-relic-key': { found: [`NRAK-${upper(27)}`] },
  'grafana-token': { found: [`glsa_${mixed(32)}_${hex(8)}`] },
  'vault-token': { found: [`hvs.${mixed(90)}`] },
  'terraform-token': { found: [`${mixed(14)}.atlasv1.${mixed(67)}`] },
  'databricks-token': { found: [`dapi${hex(32)}`] },
  'azure-secret': { found: [`abc8Q~${mixed(34)}`] },
  'age-key': { found: [`AGE-SECRET-KEY-1${upper(58)}`] },
  'atlassian-token': { found: [`ATATT3${mixed(180)}=${upper(8)}`] },
  'bitbucket-password': { found: [`ATBB${mixed(32)}`] },
  'sentry-token': { found: [`sntrys_eyJ${mixed(90)}=_${mixed(43)}`, `sntryu_${hex(64)}`] },
  'figma-token': { found: [`figd_${mixed(20)}_${mixed(19)}`] },
  'groq-key': { found: [`gsk_${mixed(52)}`], other: ['gsk_abc'] },
  'perplexity-key': { found: [`pplx-${mixed(48)}`] },
  'xai-key': { found: [`xai-${mixed(80)}`] },
  'replicate-token': { found: [`r8_${mixed(37)}`] },
  'openrouter-key': { found: [`sk-or-v1-${hex(64)}`] },
  'nvidia-key': { found: [`nvapi-${mixed(64)}`] },
  'langsmith-key': { found: [`lsv2_pt_${hex(32)}_${hex(10)}`] },
  'brevo-key': { found: [`xkeysib-${hex(64)}-${mixed(16)}`] },
  'pulumi-token': { found: [`pul-${hex(40)}`] },
  'tailscale-key': { found: [`tskey-auth-k${mixed(12)}CNTRL-${mixed(32)}`, `tskey-${mixed(12)}-${mixed(22)}`] },
  'artifactory-key': { found: [`AKCp8${mixed(68)}`], other: ['AKC registered', 'xAKCp8aB3dE6gH9'] },
  'doppler-token': { found: [`dp.pt.${mixed(43)}`, `dp.st.dev.${mixed(43)}`] },
  'netlify-token': { found: [`nfp_${mixed(40)}`] },
  'hubspot-token': { found: [`pat-na1-${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`] },
  'supabase-key': { found: [`sbp_${hex(40)}`] },
  'contentful-token': { found: [`CFPAT-${mixed(43)}`] },
  'airtable-token': { found: [`pat${mixed(14)}.${hex(64)}`] },
  'planetscale-token': { found: [`pscale_tkn_${mixed(43)}`] },
  'dynatrace-token': { found: [`dt0c01.${upper(24)}.${upper(64)}`] },
  'fly-token': { found: [`fo1_${mixed(43)}`] },
  'prefect-key': { found: [`pnu_${hex(36)}`] },
  'readme-key': { found: [`rdme_${hex(70)}`] },
  'clojars-token': { found: [`CLOJARS_${hex(60)}`] },
  'alibaba-key': { found: [`LTAI${mixed(20)}`] },
  jwt: {
    found: [
      `eyJ${mixed(33)}.eyJ${mixed(60)}.${mixed(43)}`,
      `eyJ${mixed(17)}.eyJ${mixed(15)}.`,
      `eyJ${mixed(17)}.eyJ${mixed(15)}`,
      `eyJ${mixed(33)}.${mixed(200)}.${mixed(16)}.${mixed(300)}.${mixed(22)}`,
      `eyJ${mixed(33)}.eyJ${'a'.repeat(20_000)}.${mixed(43)}`,
    ],
    other: ['eyJhbGciOi', `eyJ${mixed(33)}.${mixed(5)}.${mixed(43)}`, `xeyJ${mixed(33)}.${mixed(60)}.${mixed(43)}`],
  },
};

/** A text, and what becomes of it. */
const inContext: Record<string, string> = {
  'postgres://app:s3cret@db.example.com/app': 'postgres://app:[URL_PASSWORD]@db.example.com/app',
  'redis://:s3cret@cache:6379': 'redis://:[URL_PASSWORD]@cache:6379',
  'https://u:p@a.example/ https://v:q@b.example/':
    'https://u:[URL_PASSWORD]@a.example/ https://v:[URL_PASSWORD]@b.example/',
  'https://user@example.com:8080/a:b@c': 'https://user@example.com:8080/a:b@c',
  'https://$USER:$PASSWORD@example.com': 'https://$USER:$PASSWORD@example.com',
  'https://user:<password>@example.com': 'https://user:<password>@example.com',
  [`https://hooks.slack.com/services/${upper(9)}/${upper(9)}/${mixed(24)}`]:
    'https://hooks.slack.com/services/[WEBHOOK_URL]',
  [`https://discord.com/api/webhooks/1234567890/${mixed(60)}`]: 'https://discord.com/api/webhooks/[WEBHOOK_URL]',
  'Authorization: Basic YWRhOnNlY3JldA==': 'Authorization: Basic [AUTHORIZATION]',
  '"authorization": "Bearer abc.def-ghi"': '"authorization": "Bearer [AUTHORIZATION]"',
  'curl -H "X: bearer abcdefgh01234567"': 'curl -H "X: bearer [AUTHORIZATION]"',
  'the bearer of this letter, a token gesture': 'the bearer of this letter, a token gesture',
  'DB_PASSWORD=hunter2': 'DB_PASSWORD=[SECRET]',
  'password: "correct-horse"': 'password: "[SECRET]"',
  "api_key = 'abcdef'": "api_key = '[SECRET]'",
  '{"clientSecret":"abcdef","apiKey": "12345678"}': '{"clientSecret":"[SECRET]","apiKey": "[SECRET]"}',
  'secret_key: 4f9d77aa # comment': 'secret_key: [SECRET] # comment',
  "'auth_key' => 'abcdef'": "'auth_key' => '[SECRET]'",
  'token := "abcdef"': 'token := "[SECRET]"',
  'AccountKey=abcdef012345==;EndpointSuffix=x': 'AccountKey=[SECRET];EndpointSuffix=x',
  'password: required': 'password: required',
  'DB_PASSWORD=correcthorse\nDEBUG=1\r\nexport API_TOKEN=letmein! \r\n  - SMTP_PASS=correcthorse':
    'DB_PASSWORD=[SECRET]\nDEBUG=1\r\nexport API_TOKEN=[SECRET] \r\n  - SMTP_PASS=[SECRET]',
  'spring.datasource.password=letmein': 'spring.datasource.password=[SECRET]',
  'DB_PASS: hunter2, Passwort: geheim1': 'DB_PASS: [SECRET], Passwort: [SECRET]',
  'DB_PASSWORD=%PASSWORD%\nUSE_TOKEN=false\nPWD=/home/ada\nTOKEN=<token>\nsecret=****':
    'DB_PASSWORD=%PASSWORD%\nUSE_TOKEN=false\nPWD=/home/ada\nTOKEN=<token>\nsecret=****',
  'see password=required there, bypass: 1234567': 'see password=required there, bypass: 1234567',
  '    password=password,\n    token=getToken()': '    password=password,\n    token=getToken()',
  'password: ""': 'password: ""',
  // A quoted value of a line in a file of settings, as in YAML: no sentence.
  'password: "a b c d"': 'password: "[SECRET]"',
  'The password: "must be at least 8 characters" hint': 'The password: "must be at least 8 characters" hint',
  '{"password":"p@ss w0rd!"}': '{"password":"[SECRET]"}',
  '{"a":1, "password" : "correct horse battery staple", "b":2}': '{"a":1, "password" : "[SECRET]", "b":2}',
  '{"client_secret":"one two three"}': '{"client_secret":"[SECRET]"}',
  'DB_PASSWORD="a b c"\nexport PASSWORD="a b\\"c"\nX=1': 'DB_PASSWORD="[SECRET]"\nexport PASSWORD="[SECRET]"\nX=1',
  "run({ user: 'a', password: 'a b c' }, pwd = 'd e')": "run({ user: 'a', password: '[SECRET]' }, pwd = '[SECRET]')",
  'mysql --password "a b c" -u root': 'mysql --password "[SECRET]" -u root',
  'password = f"a b" + r\'c\'': 'password = f"[SECRET]" + r\'c\'',
  '{"password":"abc","pwd":12,"token":"$"}': '{"password":"[SECRET]","pwd":"[SECRET]","token":"[SECRET]"}',
  'password: 12345\nMYSQL_PWD=abc\npwd: x': 'password: [SECRET]\nMYSQL_PWD=[SECRET]\npwd: [SECRET]',
  '{"password":["a1b2c3", "d e"],"b":["c"]}': '{"password":["[SECRET]", "[SECRET]"],"b":["c"]}',
  'password: "crickets\nuser: "ada"': 'password: "[SECRET]\nuser: "ada"',
  "password: 'it''s'\nSET PASSWORD = 'a''b c';": "password: '[SECRET]'\nSET PASSWORD = '[SECRET]';",
  '<password>hunter2</password><db.token id="1">\n a b\n</db.token>':
    '<password>[SECRET]</password><db.token id="1">\n [SECRET]\n</db.token>',
  '<password><![CDATA[a b]]></password>': '<password><![CDATA[[SECRET]]]></password>',
  '<password></password><password>***</password><password>{{PW}}</password><token>a</b>':
    '<password></password><password>***</password><password>{{PW}}</password><token>a</b>',
  '<add key="Password" value="hunter2"/>': '<add key="Password" value="[SECRET]"/>',
  '{"name":"DB_PASSWORD","value":"a b"}': '{"name":"DB_PASSWORD","value":"[SECRET]"}',
  'a:\n  password: |\n    one\n\n    two three\n  user: x\n': 'a:\n  password: |\n    [SECRET]\n  user: x\n',
  'secret: >-\n  one\nb: 1': 'secret: >-\n  [SECRET]\nb: 1',
  'password: |\nuser: x': 'password: |\nuser: x',
  'https://e.com/?a=1&pwd=x&jwt=abc&b=2': 'https://e.com/?a=1&pwd=[SECRET]&jwt=[SECRET]&b=2',
  '{"password":"***","pwd":"[REDACTED]","token":"$VAR","secret":"<your password>"}':
    '{"password":"***","pwd":"[REDACTED]","token":"$VAR","secret":"<your password>"}',
  '{"password":null,"pwd":true,"token":"false","secret":" ","apiKey":[""],"api_key":"{{ key }}"}':
    '{"password":null,"pwd":true,"token":"false","secret":" ","apiKey":[""],"api_key":"{{ key }}"}',
  'print("password:", pw, "x"); send("password=" + pw + "&a=")':
    'print("password:", pw, "x"); send("password=" + pw + "&a=")',
  'The password: 8 characters or more': 'The password: 8 characters or more',
  'password=$DB_PASSWORD1 token={{token1}} token=<token-1> secret=****1':
    'password=$DB_PASSWORD1 token={{token1}} token=<token-1> secret=****1',
  'PWD=/home/ada2/x': 'PWD=/home/ada2/x',
  'password = readPassword1()': 'password = [SECRET]()',
  'My password is hunter2': 'My password is hunter2',
  '{"a":{"password":12345678}} {password:hunter2}': '{"a":{"password":"[SECRET]"}} {password:[SECRET]}',
  'password: crickets\npwd = crickets # mine\nUser: ada, Password: crickets; DB_PASS: crickets':
    'password: [SECRET]\npwd = [SECRET] # mine\nUser: ada, Password: [SECRET]; DB_PASS: [SECRET]',
  '{"password": crickets}': '{"password": [SECRET]}',
  'user: bob password: crickets host: x': 'user: bob password: [SECRET] host: x',
  'Server=db;Password=crickets;User=sa': 'Server=db;Password=[SECRET];User=sa',
  'mysql --password crickets -u root --password=crickets': 'mysql --password [SECRET] -u root --password=[SECRET]',
  'use the --password option to log in': 'use the --password option to log in',
  'login(password: string, pwd: user.password, a=password)': 'login(password: string, pwd: user.password, a=password)',
  'password: newPassword, passwd: incorrect': 'password: newPassword, passwd: incorrect',
  'passphrase: "correct horse battery staple"': 'passphrase: "[SECRET]"',
  'https://e.com/?token=abcdef&x=1 http://e.com/?a=1&amp;sig=abcdef&amp;b=2#access_token=a.b-c':
    'https://e.com/?token=[SECRET]&x=1 http://e.com/?a=1&amp;sig=[SECRET]&amp;b=2#access_token=[SECRET]',
  'https://e.com/?X-Amz-Signature=abcdef&token=$TOKEN&design=abcdef':
    'https://e.com/?X-Amz-Signature=[SECRET]&token=$TOKEN&design=abcdef',
  '//registry.npmjs.org/:_auth=c2VjcmV0\n_auth = "abcdef"\nmy_auth=abcdef':
    '//registry.npmjs.org/:_auth=[NPM_TOKEN]\n_auth = "[NPM_TOKEN]"\nmy_auth=abcdef',
  'redis://:p@ss@cache:6379 mongodb://u:p@a,v:q@b/':
    'redis://:[URL_PASSWORD]@cache:6379 mongodb://u:[URL_PASSWORD]@a,v:q@b/',
};

/** Texts with escape sequences. */
const escaped: readonly ToolCase[] = [
  [String.raw`{"password":"foo\"bar_secret"}`, '{"password":"[SECRET]"}'],
  [String.raw`{"password":"foo\\","x":"abcdefg"}`, '{"password":"[SECRET]","x":"abcdefg"}'],
  [String.raw`{"m":"{\"password\":\"foo\\\"bar_secret\"}"}`, String.raw`{"m":"{\"password\":\"[SECRET]\"}"}`],
  [String.raw`\u0022password\u0022:\u0022crickets\u0022`, String.raw`\u0022password\u0022:\u0022[SECRET]\u0022`],
  [String.raw`{"secret":"abc\ndef"}`, '{"secret":"[SECRET]"}'],
  [String.raw`password: "crickets\"`, String.raw`password: "[SECRET]\"`],
  ['{"password":"$\u007bVAR}"}', '{"password":"$\u007bVAR}"}'],
  [String.raw`{"password":"multi\nline secret"}`, '{"password":"[SECRET]"}'],
  [String.raw`{"m":"{\"password\":\"a b\"}"}`, String.raw`{"m":"{\"password\":\"[SECRET]\"}"}`],
  [String.raw`got {"y":"password: |\n  a \"b\n"}`, String.raw`got {"y":"password: |\n  [SECRET]\n"}`],
  [`got {"y":"password: 'a b","c":1}`, `got {"y":"password: '[SECRET]","c":1}`],
  [String.raw`"DB_PASSWORD=hunter2\nB=2"`, String.raw`"DB_PASSWORD=[SECRET]\nB=2"`],
  [String.raw`"API_TOKEN=letmein!\nB=2"`, String.raw`"API_TOKEN=[SECRET]\nB=2"`],
];

const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----';

export default {
  slug,
  cases: [
    [
      String.raw`x\bAKIAIOSFODNN7EXAMPLE ["x\fAKIAIOSFODNN7EXAMPLE"]`,
      String.raw`x\b[AWS_ACCESS_KEY] ["x\f[AWS_ACCESS_KEY]"]`,
    ],
    [String.raw`["AKIA\u200bIOSFODNN7EXAMPLE"]`, '["[AWS_ACCESS_KEY]"]'],
    [`x\\bghp_${mixed(36)}`, String.raw`x\b[GITHUB_TOKEN]`, {}, 'a backspace before small letters'],
    [String.raw`{"m":"k:\nAKIAIOSFODNN7EXAMPLE\t"}`, String.raw`{"m":"k:\n[AWS_ACCESS_KEY]\t"}`],
    [
      String.raw`{"k":"-----BEGIN PRIVATE KEY-----\nMIIB","b":"x"}`,
      '{"k":"[PRIVATE_KEY]","b":"x"}',
      {},
      'a key without its end, in a string',
    ],
    [
      '"-----BEGIN PRIVATE KEY-----\\n" +\n  "MIIB\\n" +\n  "MIIC";',
      '"[PRIVATE_KEY]";',
      {},
      'a key without its end, in strings of source code',
    ],
    ['', ''],
    ['Nothing to find.', 'Nothing to find.'],
    ...Object.entries(samples).flatMap(([name, { found, other = [] }]) => [
      ...found.map(
        (secret): ToolCase => [
          `(${secret}), x=${secret}\n${secret}`,
          `([${labelOf(name)}]), x=[${labelOf(name)}]\n[${labelOf(name)}]`,
          {},
          `${name}: ${secret.slice(0, 20)}`,
        ],
      ),
      ...other.map(
        (text): ToolCase => [`(${text}) ${text}`, `(${text}) ${text}`, {}, `no ${name}: ${text.slice(0, 20)}`],
      ),
    ]),
    ...Object.entries(inContext).map(([input, output]): ToolCase => [input, output]),
    ...escaped,
    [`a\n${pem}\nb ${pem}`, 'a\n[PRIVATE_KEY]\nb [PRIVATE_KEY]', {}, 'a private key'],
    [
      pem.replaceAll('RSA ', '') +
        pem.replaceAll('RSA', 'OPENSSH') +
        pem.replaceAll('RSA', 'PGP').replaceAll('KEY', 'KEY BLOCK'),
      '[PRIVATE_KEY][PRIVATE_KEY][PRIVATE_KEY]',
      {},
      'keys of other kinds',
    ],
    ['a -----BEGIN PRIVATE KEY-----\nMIIB\nb', 'a [PRIVATE_KEY]', {}, 'a key without its end'],
    [pem.replaceAll('PRIVATE', 'PUBLIC'), pem.replaceAll('PRIVATE', 'PUBLIC'), {}, 'a public key is not a secret'],
    [
      `-----BEGIN PRIVATE KEY-----\nghp_${mixed(36)}\n-----END PRIVATE KEY-----`,
      '[PRIVATE_KEY]',
      {},
      'of finds that overlap the longest wins',
    ],
    [`GITHUB_TOKEN=ghp_${mixed(36)}`, 'GITHUB_TOKEN=[GITHUB_TOKEN]', {}, 'of equal finds the more particular'],
    ['x://a:b-c@d', 'x://a:*-*@d', { mode: 'mask' }],
    ['x://a:bc@d', 'x://a:@d', { mode: 'remove' }],
    ['TOKEN=abcdef1\r\nx\r\n', 'TOKEN=[SECRET]\r\nx\r\n', {}, 'line ends stay'],
    ['\ud800TOKEN="abc\udc00\0"', '\ud800TOKEN="[SECRET]"', {}, 'lone surrogates and NUL'],
    [`x ${mixed(20)}`, `x ${mixed(20)}`, {}, 'random words stay without entropy'],
    [`x ${mixed(20)}.`, 'x [RANDOM].', { entropy: true }],
    [mixed(19), mixed(19), { entropy: true }, 'too short to be random'],
    [hex(32), '[RANDOM]', { entropy: true }],
    [hex(31), hex(31), { entropy: true }],
    [
      'getElementsByTagNameAndClass2 aaaaaaaaaaAAAAAAAAAA1111111 an-ordinary-slug-with-words-2026 00000000000000000000000000000000',
      'getElementsByTagNameAndClass2 aaaaaaaaaaAAAAAAAAAA1111111 an-ordinary-slug-with-words-2026 00000000000000000000000000000000',
      { entropy: true },
      'not random',
    ],
    ['', { error: 'steps[0].config.mode must be one of: label, mask, remove' }, { mode: 'hash' }],
  ],
  checks: {
    'every rule has a sample': () => {
      const inTexts = Object.values(inContext).join(' ');
      for (const { name } of secretRules) assert.ok(name in samples || inTexts.includes(`[${labelOf(name)}]`), name);
    },
    'secrets are found in any surroundings, and what is around them stays': () => {
      const secret = fc.constantFrom(...Object.values(samples).flatMap(({ found }) => found));
      const before = fc.constantFrom('', ' ', 'x=', '"', "'", '`', '\n', '(', '<', 'é', '😀', '\ud800', '> ', 'a: ');
      const after = fc.constantFrom(' ', '"', "'", '`', '\n', ')', '>', ',', ';', ' é', '😀', '\udc00');
      fc.assert(
        fc.property(fc.array(fc.tuple(before, secret, after)), (parts) => {
          const expected = parts.map(([start, , end]) => start + end).join(' | ');
          assert.equal(resultOf(slug, parts.map((part) => part.join('')).join(' | '), { mode: 'remove' }), expected);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'every rule is linear in texts of its own beginnings': () => {
      const beginnings = Object.values(samples).flatMap(({ found }) =>
        found.flatMap((text) => [4, 8, 16, 30].map((end) => text.slice(0, end))),
      );
      const general = [
        'a',
        '1',
        ':',
        '@',
        '://',
        '://a:',
        '://:',
        'eyJ',
        'eyJaaaaaaaa.',
        '.eyJaaaaaaaa',
        'password=',
        'token ',
        'authorization: a ',
      ];
      for (const beginning of new Set([...beginnings, ...general])) {
        for (const { pattern } of secretRules)
          assertLinear(beginning, (text) => Array.from(text.matchAll(pattern)).length);
      }
    },
    'names of settings and parameters take time linear in the text': () => {
      const parts = [
        'password=',
        'password:"',
        '"password":"\\"',
        '--password ',
        '?token',
        '&a.',
        'password: \\',
        '_auth=',
        "pwd='a",
        "pwd='a''",
        'password: "a b ',
        '"password":["a",',
        'password:["password:[", ',
        'password: |\n  ',
        '  password: |\n',
        '<password>',
        '<password>a</',
        'password" value="',
        'password:"{a}{',
      ];
      for (const part of parts) assertLinear(part, (text) => resultOf(slug, text));
    },
    'JSON stays JSON in every mode, and has no secret in clear after any escape': () => {
      const secrets = [
        `AKIA${upper(16)}`,
        `ghp_${mixed(36)}`,
        'password=hunter22',
        'https://u:hunter22@e.com/',
        'https://e.com/?token=hunter22',
      ];
      const document = escapedDocuments([...secrets, '-----BEGIN PRIVATE KEY-----\nhunter22\n'], [5]);
      fc.assert(
        fc.property(document, fc.constantFrom('label', 'mask', 'remove'), (original, mode) => {
          for (const text of scalarsOf(original, resultOf(slug, original.json, { mode })))
            assert.doesNotMatch(text, /hunter|A2B3|aB3d/);
        }),
        { seed: 2, numRuns: sampleSize(1000) },
      );
    },
    'private keys without an end take no time': () => {
      assertTakesAtMost(200, () =>
        assert.equal(resultOf(slug, '-----BEGIN PRIVATE KEY-----'.repeat(18_000)), '[PRIVATE_KEY]'),
      );
      assertLinear('-----BEGIN PRIVATE KEY-----"', (text) => resultOf(slug, text));
    },
    'checks the limit while it builds its output': () => assertAsksForItsSize(slug, 'x://:a@ x://:b@', {}),
  },
} satisfies ToolCases;

function labelOf(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}
