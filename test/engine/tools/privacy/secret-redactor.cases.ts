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
  'huggingface-token': { found: [`hf_${mixed(34)}`, `api_org_${mixed(34)}`] },
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
  'easypost-key': { found: [`EZAK${mixed(54)}`, `EZTK${mixed(54)}`], other: [`EZAK${mixed(53)}`] },
  'facebook-token': { found: [`EAA${mixed(180)}`, `1308742762612587|${mixed(27)}`], other: [`EAA${mixed(60)}`] },
  'sourcegraph-token': { found: [`sgp_${hex(40)}`, `sgp_local_${hex(40)}`, `sgp_${hex(16)}_${hex(40)}`] },
  'openshift-token': { found: [`sha256~${mixed(43)}`], other: [`sha256:${hex(64)}`] },
  'bedrock-key': { found: [`ABSK${mixed(128)}=`, `bedrock-api-key-${mixed(60)}`] },
  'heroku-key': { found: [`HRKU-AA${mixed(58)}`] },
  'sonar-token': { found: [`sqp_${hex(40)}`], other: ['squ_abc'] },
  'adobe-secret': { found: [`p8e-${hex(32)}`] },
  'onepassword-token': { found: [`ops_eyJ${mixed(400)}`] },
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
  [`hooks.slack.com/services/${upper(9)}/${mixed(24)} http://hooks.slack.com/triggers/${mixed(24)}`]:
    'hooks.slack.com/services/[WEBHOOK_URL] http://hooks.slack.com/triggers/[WEBHOOK_URL]',
  [`https://ada.webhook.office.com/webhookb2/${hex(36)}@${hex(36)}/IncomingWebhook/${hex(32)}`]:
    'https://ada.webhook.office.com/webhookb2/[WEBHOOK_URL]',
  [`curl -H 'Authorization: ${hex(36)}' -H "Authorization: sha256x${mixed(20)}"\nAuthorization: ${mixed(20)}`]: `curl -H 'Authorization: [AUTHORIZATION]' -H "Authorization: [AUTHORIZATION]"\nAuthorization: [AUTHORIZATION]`,
  'authorization: required, Authorization: <token-of-16-characters>':
    'authorization: required, Authorization: <token-of-16-characters>',
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
  // With a type, an operator that assigns, and as the argument after the name.
  'const token: string = "abcdef1";\nlet api_key: &\'static str = "abcdef1";\ntoken: str | None = "abcdef1"':
    'const token: string = "[SECRET]";\nlet api_key: &\'static str = "[SECRET]";\ntoken: str | None = "[SECRET]"',
  'var xToken string = "abcdef1"\nchar password[25] = "abcdef";\npassword = @"a b";':
    'var xToken string = "[SECRET]"\nchar password[25] = "[SECRET]";\npassword = @"[SECRET]";',
  '<input name=password type="text"> level="info" token level="x1"':
    '<input name=password type="text"> level="info" token level="x1"',
  '$xToken .= "abcdef1"; token ??= "abcdef1"; password += "abcdef1"; token += "a"':
    '$xToken .= "[SECRET]"; token ??= "[SECRET]"; password += "[SECRET]"; token += "a"',
  'X_TOKEN ?= "abcdef1"\nX_TOKEN ::= "abcdef1"\nX_TOKEN :::= abcdef1\nX_TOKEN ?= abcdef1':
    'X_TOKEN ?= "[SECRET]"\nX_TOKEN ::= "[SECRET]"\nX_TOKEN :::= [SECRET]\nX_TOKEN ?= [SECRET]',
  'setProperty("X_TOKEN", "abcdef1"); put(\'password\', \'crickets\'); getenv("API_KEY", "abcdef1")':
    'setProperty("X_TOKEN", "[SECRET]"); put(\'password\', \'[SECRET]\'); getenv("API_KEY", "[SECRET]")',
  'getenv("API_KEY", "default"); t("password", "Passwort"); set("password", "This is required"); add("token", "string")':
    'getenv("API_KEY", "default"); t("password", "Passwort"); set("password", "This is required"); add("token", "string")',
  'if (password === "hunter2!" || apiKey != \'abcdef\') password.equals("crickets")':
    'if (password === "[SECRET]" || apiKey != \'[SECRET]\') password.equals("[SECRET]")',
  'if (token === "identifier1" || password == "" || password !== "required")':
    'if (token === "identifier1" || password == "" || password !== "required")',
  'password2: hunter2\nDB_PASSWORD_2=abcdef\napi_token_prod = "abcdef"\nSECRET_KEY_BASE=abcdef1\nDB_PASSWORD_TEST=abcdef':
    'password2: [SECRET]\nDB_PASSWORD_2=[SECRET]\napi_token_prod = "[SECRET]"\nSECRET_KEY_BASE=[SECRET]\nDB_PASSWORD_TEST=[SECRET]',
  'encryption_key: abcdef1\nsigning_key = "abcdef"\nmaster-key: abcdef1\n<password2>abc</password2>':
    'encryption_key: [SECRET]\nsigning_key = "[SECRET]"\nmaster-key: [SECRET]\n<password2>[SECRET]</password2>',
  '- name: DB_PASSWORD_2\n  value: abcdef': '- name: DB_PASSWORD_2\n  value: [SECRET]',
  'max_tokens_2: 4096\npassword_test.go:12: error\npassword-test: 5 passed\ntoken1 = lexer.next()':
    'max_tokens_2: 4096\npassword_test.go:12: error\npassword-test: 5 passed\ntoken1 = lexer.next()',
  // Options without a name that says so.
  'curl -u ada:crickets x; curl --user "ada:a b" x\ncurl x \\\n  --user=ada:\'a b\'\ncurl -uada:crickets x | sort -u a:b':
    'curl -u ada:[SECRET] x; curl --user "ada:[SECRET]" x\ncurl x \\\n  --user=ada:\'[SECRET]\'\ncurl -uada:[SECRET] x | sort -u a:b',
  '{"cmd":"curl -u ada:crickets x"}': '{"cmd":"curl -u ada:[SECRET] x"}',
  'curl -u "$U:$P" x; curl -u user:password x; curl -u <user>:<pass> x\nsort -u a:b':
    'curl -u "$U:$P" x; curl -u user:password x; curl -u <user>:<pass> x\nsort -u a:b',
  'mysql -u root -pcrickets db; sshpass -p crickets ssh -p 2222 x; redis-cli -a crickets ping':
    'mysql -u root -p[SECRET] db; sshpass -p [SECRET] ssh -p 2222 x; redis-cli -a [SECRET] ping',
  'docker login -u ada -p crickets; docker run -p 80:80 x; mysql -p db; ls -a x; mkdir -p a/b':
    'docker login -u ada -p [SECRET]; docker run -p 80:80 x; mysql -p db; ls -a x; mkdir -p a/b',
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

/** Settings whose values have a line for themselves, or several. */
const settingLines: readonly ToolCase[] = [
  ['password = """hunter2\nabc def\n"""\nx=1', 'password = """[SECRET]\n"""\nx=1'],
  ["password: '''\n  correct horse'''\n", "password: '''\n  [SECRET]'''\n"],
  [String.raw`token = """a\"""b"""; x`, 'token = """[SECRET]"""; x'],
  ['password = """crickets\nabc', 'password = """[SECRET]', {}, 'three quotes without an end'],
  ['password = """"""\npassword = """ """', 'password = """"""\npassword = """ """'],
  [String.raw`{"m":"password = '''a\nb'''","n":1}`, `{"m":"password = '''[SECRET]'''","n":1}`],
  ['PASSWORD="line1\nline2"\nX=1', 'PASSWORD="[SECRET]"\nX=1', {}, 'a string over several lines'],
  ["password: 'a\n  b c'\nuser: x", "password: '[SECRET]'\nuser: x"],
  ['password = `correct horse`', 'password = `[SECRET]`'],
  ['- `token`: `string`, `key=`: `x`', '- `token`: `string`, `key=`: `x`'],
  ['- `token`: `abc`\nPASSWORD=`cat /run/x`', '- `token`: `[SECRET]`\nPASSWORD=`cat /run/x`'],
  ['password: correct horse battery staple', 'password: [SECRET]'],
  ['password: correct horse # mine\r\nuser: x\r\n', 'password: [SECRET] # mine\r\nuser: x\r\n'],
  ['DB_PASSWORD=to be or not to be\nX=1', 'DB_PASSWORD=[SECRET]\nX=1'],
  ['[db]\n  db_password   =   pass phrase here   ; word', '[db]\n  db_password   =   [SECRET]   ; word'],
  [
    'environment:\n  - DB_PASSWORD=correct horse\n  - "B_PASSWORD=a b"',
    'environment:\n  - DB_PASSWORD=[SECRET]\n  - "B_PASSWORD=[SECRET]"',
  ],
  ['{"Env":["DB_PASSWORD=correct horse","PATH=/bin"]}', '{"Env":["DB_PASSWORD=[SECRET]","PATH=/bin"]}'],
  [
    String.raw`{"m":"user: x\npassword: correct horse\nb: 1","n":"z"}`,
    String.raw`{"m":"user: x\npassword: [SECRET]\nb: 1","n":"z"}`,
  ],
  [
    String.raw`{"m":"user: x\npassword: correct horse","n":"z w"}`,
    String.raw`{"m":"user: x\npassword: [SECRET]","n":"z w"}`,
  ],
  [
    'password: !!str hunter2 abc\npwd: &pw correct horse\nb: *pw',
    'password: !!str [SECRET]\npwd: &pw [SECRET]\nb: *pw',
  ],
  ['password: !vault |\n  $ANSIBLE_VAULT;1.1\n  6162\nb: 1', 'password: !vault |\n  [SECRET]\nb: 1'],
  ["password: it's-me\npwd: pa(ss)word", 'password: [SECRET]\npwd: [SECRET]', {}, 'signs inside a value'],
  ["DB_PASSWORD=a,b(c)d'e\npassword: a,b;c", 'DB_PASSWORD=[SECRET]\npassword: [SECRET]'],
  ['password: say "x" now\npwd: correct horse - battery', 'password: [SECRET]\npwd: [SECRET]'],
  ['**Password:** correct horse\n- **Token**: abc123', '**Password:** [SECRET]\n- **Token**: [SECRET]'],
  ['Password: **crickets** now\n**password:** ****', 'Password: **[SECRET]** now\n**password:** ****'],
  ['DB_PASSWORD=hunter2\\\nmore2secret\\\n and more\nX=1', 'DB_PASSWORD=[SECRET]\nX=1', {}, 'continued lines'],
  ['ENV DB_PASSWORD=hunter2 \\\n    OTHER=x', 'ENV DB_PASSWORD=[SECRET] \\\n    OTHER=x'],
  ['ENV DB_PASSWORD=correct \\\n    horse\nX=1', 'ENV DB_PASSWORD=[SECRET]\nX=1'],
  ['DB_PASSWORD=pa\\nss\\nword\nX=1', 'DB_PASSWORD=[SECRET]\nX=1'],
  [String.raw`f('a\nDB_PASSWORD=it's me', 'b c')`, String.raw`f('a\nDB_PASSWORD=[SECRET]', 'b c')`],
  [String.raw`password: hunter2\nuser: bob`, String.raw`password: [SECRET]\nuser: bob`],
  ['password: hunter2\n  continued line\nuser: x', 'password: [SECRET]\nuser: x'],
  ['password:\n  correct horse\n  battery\nuser: x', 'password:\n  [SECRET]\nuser: x'],
  ['password:\n  - hunter2\n  - "a b"\n  - $X\nb: c', 'password:\n  - [SECRET]\n  - "[SECRET]"\n  - $X\nb: c'],
  ['Password:\nhunter2x\nBye', 'Password:\n[SECRET]\nBye'],
  ['token: 123\nAPI_TOKEN=12\n"api_key": 55,', 'token: [SECRET]\nAPI_TOKEN=[SECRET]\n"api_key": "[SECRET]",'],
  ['{"token":123,"max_token":4096,"eos_token":2}', '{"token":"[SECRET]","max_token":4096,"eos_token":2}'],
  ['{user: a, token: 123}', '{user: a, token: [SECRET]}'],
  ['secret: abc\napi_key: short\nAPI_TOKEN: Letmein', 'secret: [SECRET]\napi_key: [SECRET]\nAPI_TOKEN: [SECRET]'],
  [
    'export TOKEN=abc && run\nTOKEN=abc HOST=x npm start',
    'export TOKEN=[SECRET] && run\nTOKEN=[SECRET] HOST=x npm start',
  ],
  ['machine e.com login ada password crickets', 'machine e.com login ada password [SECRET]'],
  ['machine e.com\n  login ada\n  password abc\n', 'machine e.com\n  login ada\n  password [SECRET]\n'],
];

/** Pairs of a name and a value. */
const pairs: readonly ToolCase[] = [
  [
    'env:\n  - name: DB_PASSWORD\n    value: hunter2\n  - name: X\n    value: y',
    'env:\n  - name: DB_PASSWORD\n    value: [SECRET]\n  - name: X\n    value: y',
  ],
  [
    '- value: y\n  name: OTHER\n- value: hunter2\n  name: DB_PASSWORD\n',
    '- value: y\n  name: OTHER\n- value: [SECRET]\n  name: DB_PASSWORD\n',
  ],
  [
    '- name: A\n  value: 1\n- name: DB_PASSWORD\n- name: B\n  value: 2',
    '- name: A\n  value: 1\n- name: DB_PASSWORD\n- name: B\n  value: 2',
  ],
  ['- name: DB_PASSWORD # c\n  value: correct horse # d', '- name: DB_PASSWORD # c\n  value: [SECRET] # d'],
  [
    '- name: DB_PASSWORD\n  value: |\n    a\n    b\n- name: X\n  value: y',
    '- name: DB_PASSWORD\n  value: |\n    [SECRET]\n- name: X\n  value: y',
  ],
  ['- {name: DB_PASSWORD, value: hunter2 x, b: 1}', '- {name: DB_PASSWORD, value: [SECRET], b: 1}'],
  ['key: api_token\nvalue: "a b"', 'key: api_token\nvalue: "[SECRET]"'],
  ['env {\n  name = "DB_PASSWORD"\n  value = "x y"\n}', 'env {\n  name = "DB_PASSWORD"\n  value = "[SECRET]"\n}'],
  ['{"value":"hunter2","name":"DB_PASSWORD"}', '{"value":"[SECRET]","name":"DB_PASSWORD"}'],
  ['{"key":"token","type":"string","value":"abc"}', '{"key":"token","type":"string","value":"[SECRET]"}'],
  [
    '[{"name":"A","value":"v1"},{"name":"DB_PASSWORD","value":12345},{"name":"B","value":"v3"}]',
    '[{"name":"A","value":"v1"},{"name":"DB_PASSWORD","value":"[SECRET]"},{"name":"B","value":"v3"}]',
  ],
  ['{\n  "value": "x",\n  "name": "DB_PASSWORD"\n}', '{\n  "value": "[SECRET]",\n  "name": "DB_PASSWORD"\n}'],
  ['{"ParameterKey":"DBPassword","ParameterValue":"x"}', '{"ParameterKey":"DBPassword","ParameterValue":"[SECRET]"}'],
  ['{"name":"Authorization","value":"Basic dTpw"}', '{"name":"Authorization","value":"[SECRET]"}'],
  [
    String.raw`{"m":"- name: DB_PASSWORD\n  value: hunter2\n","b":"c"}`,
    String.raw`{"m":"- name: DB_PASSWORD\n  value: [SECRET]\n","b":"c"}`,
  ],
  ['<name>db.password</name>\n  <value>hunter2</value>', '<name>db.password</name>\n  <value>[SECRET]</value>'],
  ['<key>apiToken</key>\n<string>abc</string>', '<key>apiToken</key>\n<string>[SECRET]</string>'],
];

/** Texts that only look like settings with secrets. */
const noSecrets = [
  'The password: it is a word',
  'token: see below',
  'Token: the smallest unit of text',
  'password: must be at least 8 characters\nPassword: Enter your password\npassword: Mot de passe',
  'password: Passwort vergessen\ntoken: Invalid API token\npassword:\n  must be long',
  'password: string;\ntoken: Token\n  password: String!\n  secret?: string;',
  'token: string | null\nsecret: Option<String>,\npassword: text NOT NULL\ntoken: jwt',
  'password = getPassword()\npassword = user.password or default\npassword = await getPassword()',
  'password: z.string().min(8)\ntoken: str = Depends(x)\npassword: Annotated[str, Field()]',
  "password = os.environ['X']\ntoken = (0, line)\npassword: a + b",
  'f(\n  refresh_token=refresh_token, scope=scope, **kwargs)',
  'max_token: 4096\npad_token: 10\nuse_token: 12\ntokens: 128\nERRORTOKEN = 59\ntoken: 7',
  'secret: my-secret\ntoken: expired\nsecret: optional\npassword: ~\ntoken: null # x',
  'api_key: $\u007bAPI KEY}\npassword: <your password here>\npassword: [REDACTED]\npassword: **** ****',
  'passwordHint: your first pet\nreset_password: click the link\npassword_hash: x y',
  'password=\nX=12345678\npassword:\n\nuser: x',
  'password:\n  type: string\ntoken:\n  pass',
  '- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: mysecret\n      key: password',
  'The name: password\nvalue: the thing',
  '{"name":"password","value":"$PW"} {"name":"token","value":null}',
  'a :token:`comment`, the default password for the files',
];

const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----';

export default {
  slug,
  cases: [
    [
      'payload=%7B%22password%22%3A+%22Tr0ub4dor3x%22%2C+%22user%22%3A+%22ada%22%7D',
      'payload=%7B%22password%22%3A+%22[SECRET]%22%2C+%22user%22%3A+%22ada%22%7D',
      {},
      'JSON in a form',
    ],
    [
      '--password=crickets --user ada\n-Dpassword=crickets -jar a.jar\n--api-key=4f9d77aa1 \\\n  --verbose',
      '--password=[SECRET] --user ada\n-Dpassword=[SECRET] -jar a.jar\n--api-key=[SECRET] \\\n  --verbose',
      {},
      'other arguments stay',
    ],
    ...[
      '密码: #\n密碼：#\n用户密码：#',
      'パスワード: #\n비밀번호: #\n암호=#',
      'пароль: #\nПАРОЛЬ = #',
      'contraseña: #\ncontrasen\u0303a: #\nclave: #\nCLAVE_DE_ACCESO=#',
      'senha=#\nmot de passe : #\n"mot_de_passe":"#"\nMDP=#',
      'Kennwort: #\nwachtwoord: #\nhasło: #\nşifre: #\nlösenord: #',
      'كلمة المرور: #\nपासवर्ड: #\nรหัสผ่าน: #\nmật khẩu: #\nסיסמה: #',
      '<contraseña>#</contraseña>\n<senha>#</senha>',
    ].flatMap((form): ToolCase[] =>
      ['hunter2', 'crickets'].map((value) => [form.replaceAll('#', value), form.replaceAll('#', '[SECRET]')]),
    ),
    ...[
      'resenha: bom livro\nenclave: Ceuta',
      'Пароль: неверный\nPasswort: falsch\n密码：错误\nMot de passe : obligatoire',
    ].map((text): ToolCase => [text, text, {}, undefined]),
    [
      "pass: hunter2\n{user:'a', pass: 'crickets'} smtpPass: 'crickets', pass: crickets\nuser=ada pass=crickets host=x",
      "pass: [SECRET]\n{user:'a', pass: '[SECRET]'} smtpPass: '[SECRET]', pass: [SECRET]\nuser=ada pass=[SECRET] host=x",
    ],
    [
      'username ada\npassword crickets\nlogin ada pw crickets\nu: ada\np: crickets\npw: hunter2\nuser forgot password reset\nThis is up: your problem',
      'username ada\npassword [SECRET]\nlogin ada pw [SECRET]\nu: ada\np: [SECRET]\npw: [SECRET]\nuser forgot password reset\nThis is up: your problem',
      {},
      'a user and a password in notes',
    ],
    [
      'pass: 12, fail: 3\nPASS: test_foo1\npass: true\nlet pass = first;\nbypass: yes\n{"pass":"all 3 tests ran"}',
      'pass: 12, fail: 3\nPASS: test_foo1\npass: true\nlet pass = first;\nbypass: yes\n{"pass":"all 3 tests ran"}',
    ],
    [
      'requirepass hunter2\nmasterauth "crickets"\nsentinel auth-pass mymaster crickets\nenable secret 5 $1$ab\nrootpw crickets\nbindpw $PW',
      'requirepass [SECRET]\nmasterauth "[SECRET]"\nsentinel auth-pass mymaster [SECRET]\nenable secret 5 [SECRET]\nrootpw [SECRET]\nbindpw $PW',
    ],
    [
      'if ("hunter2" == password || \'crickets\' !== user.api_key) "crickets".equals(password); "string" == password, "x" == token',
      'if ("[SECRET]" == password || \'[SECRET]\' !== user.api_key) "[SECRET]".equals(password); "string" == password, "x" == token',
    ],
    [
      `password "crickets";\n  secret "Zm9v";\nCREATE USER a WITH PASSWORD 'crickets'; IDENTIFIED BY 'crickets'; unexpected token "x", the password "field"`,
      `password "[SECRET]";\n  secret "[SECRET]";\nCREATE USER a WITH PASSWORD '[SECRET]'; IDENTIFIED BY '[SECRET]'; unexpected token "x", the password "field"`,
    ],
    [
      'Cookie: theme=dark; sessionid=abc; _ga=GA1.2.1234567890.1234567890; x=0a1b2c3d4e5f6a7b8c9d\nSet-Cookie: sid=abcd; Path=/; HttpOnly',
      'Cookie: theme=dark; sessionid=[SECRET]; _ga=GA1.2.1234567890.1234567890; x=[SECRET]\nSet-Cookie: sid=[SECRET]; Path=/; HttpOnly',
    ],
    [
      `{"cookie":"JSESSIONID=ABCDEF1234; lang=en"} curl -b 'sessionid=abcd' --cookie "sid=abcd" https://e.com/a;jsessionid=0A1B2C3D?x=1 Cookie policy: s=1`,
      `{"cookie":"JSESSIONID=[SECRET]; lang=en"} curl -b 'sessionid=[SECRET]' --cookie "sid=[SECRET]" https://e.com/a;jsessionid=[SECRET]?x=1 Cookie policy: s=1`,
    ],
    [
      'https://e.com/?token2=abcd&senha=abcd&contrase%C3%B1a=abcd&pass=x --password2 crickets --api-key 4f9d77aa --max-tokens 100 --token count',
      'https://e.com/?token2=[SECRET]&senha=[SECRET]&contrase%C3%B1a=[SECRET]&pass=[SECRET] --password2 [SECRET] --api-key [SECRET] --max-tokens 100 --token count',
    ],
    [
      `q%3Dghp_${mixed(36)} p=%7B%22password%22%3A%22hunter2%22%7D r=https%3A%2F%2Fe.com%3Ftoken%3Dabc db=postgres%3A%2F%2Fapp%3As3cret%40db password=&quot;hunter2&quot; 100%25 &amp;`,
      'q%3D[GITHUB_TOKEN] p=%7B%22password%22%3A%22[SECRET]%22%7D r=https%3A%2F%2Fe.com%3Ftoken%3D[SECRET] db=postgres%3A%2F%2Fapp%3A[URL_PASSWORD]%40db password=&quot;[SECRET]&quot; 100%25 &amp;',
      {},
      'percent-encoded, and as HTML writes them',
    ],
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
    ...settingLines,
    ...pairs,
    ...noSecrets.map((text): ToolCase => [text, text]),
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
        '密码:',
        'clave ',
        'clave: a\n',
        'pass: a1',
        'Cookie: a=',
        'Cookie: sid=a;',
        'curl -b ',
        '"a" == ',
        '%22',
        'password%3D',
        'enable secret 5 ',
        'auth-pass ',
        'user a\npw ',
        'u: a p: ',
        'password" value="',
        'password:"{a}{',
        'password = """',
        "password = '''a\n",
        'password: a b\n ',
        'password=a\\\n',
        'password:\n  - a\n',
        'password="a\n',
        'password=\'"a\n',
        '["password=a b',
        '\\npassword: a b',
        '- name: password\n',
        '{"name":"password",',
        'value: a\n  ',
        'machine a login b ',
        '<key>password</key>',
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
