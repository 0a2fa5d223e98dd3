/** A form of secret that is recognized by its characters. */
export interface SecretRule {
  /** The source of the label: `github-token` is written `[GITHUB_TOKEN]`. */
  readonly name: string;
  /** The secret is the group `secret`, or the whole match if there is no such group. Flags `d` and `g`. */
  readonly pattern: RegExp;
}

/** Increased with every change of the rules, after which the same text may be redacted differently. */
export const secretRulesVersion = 6;

/**
 * Makes a rule for tokens with a known prefix.
 *
 * No letter or digit may touch a token. All repetitions are bounded, so that a text of prefixes costs a bounded amount
 * for each.
 */
function token(name: string, form: string): SecretRule {
  return { name, pattern: new RegExp(`(?<![A-Za-z0-9])(?:${form})(?![A-Za-z0-9])`, 'dg') };
}

/**
 * From the most specific to the most general, as of equal finds the first counts. The forms are documented by the
 * services, or those of their tokens.
 */
export const secretRules: readonly SecretRule[] = [
  token('aws-access-key', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}'),
  token('github-token', 'gh[opsur]_[A-Za-z0-9]{36,251}|github_pat_[A-Za-z0-9_]{60,100}'),
  token(
    'gitlab-token',
    '(?:glpat|glptt|gldt|glrt|glrtr|glcbt|glsoat|glft|gloas|glffct|glimt|glagent|glwt)-[\\w.-]{20,100}|GR1348941[\\w-]{20,50}',
  ),
  token(
    'slack-token',
    'xox[abceoprs](?:-[A-Za-z0-9]{1,200}){2,6}|xapp(?:-[A-Za-z0-9]{1,200}){3,6}|xoxe\\.xox[bp](?:-[A-Za-z0-9]{1,300}){2,6}',
  ),
  token('stripe-key', '(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,250}|whsec_[A-Za-z0-9+/]{32,64}'),
  token('google-api-key', 'AIza[\\w-]{35}'),
  token('google-oauth-token', 'GOCSPX-[\\w-]{28}|ya29\\.[\\w-]{20,1000}'),
  token('anthropic-key', 'sk-ant-[a-z0-9]{3,12}-[\\w-]{20,200}'),
  token('openai-key', 'sk-(?:proj|svcacct|admin)-[\\w-]{20,250}|sk-[A-Za-z0-9]{40,64}'),
  token('huggingface-token', 'hf_[A-Za-z0-9]{30,50}|api_org_[A-Za-z0-9]{30,50}'),
  token('npm-token', 'npm_[A-Za-z0-9]{36}'),
  {
    name: 'npm-token',
    pattern: /(?<!\w)_(?:auth|authToken|password)[ \t]{0,5}=[ \t]{0,5}["']?(?<secret>[\w+/.=-]{4,2000})/dg,
  },
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
  token('atlassian-token', 'AT(?:ATT|CTT)3[\\w=-]{20,400}'),
  token('bitbucket-password', 'ATBB[A-Za-z0-9]{28,40}'),
  token('sentry-token', 'sntry[su]_[\\w+/=-]{20,500}'),
  token('figma-token', 'fig[dou]_[\\w-]{20,100}'),
  token('groq-key', 'gsk_[A-Za-z0-9]{20,100}'),
  token('perplexity-key', 'pplx-[A-Za-z0-9]{20,100}'),
  token('xai-key', 'xai-[A-Za-z0-9]{20,200}'),
  token('replicate-token', 'r8_[A-Za-z0-9]{20,60}'),
  token('openrouter-key', 'sk-or-v1-[a-f0-9]{40,80}'),
  token('nvidia-key', 'nvapi-[\\w-]{40,100}'),
  token('langsmith-key', 'lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}'),
  token('brevo-key', 'x(?:key|smtp)sib-[a-f0-9]{40,80}-[A-Za-z0-9]{10,24}'),
  token('pulumi-token', 'pul-[a-f0-9]{40}'),
  token('tailscale-key', 'tskey(?:-[a-z]{2,20})?-[A-Za-z0-9]{6,40}(?:-[A-Za-z0-9]{6,60})?'),
  token('artifactory-key', 'AKC[A-Za-z0-9]{10,200}'),
  token('doppler-token', 'dp\\.(?:pt|st|ct|sa|said|scim|audit)\\.(?:[\\w-]{1,40}\\.)?[A-Za-z0-9]{20,60}'),
  token('netlify-token', 'nfp_[A-Za-z0-9]{36,60}'),
  token('hubspot-token', 'pat-(?:na|eu|ap)\\d-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}'),
  token('supabase-key', 'sbp_[a-f0-9]{40}|sb_secret_[\\w-]{20,60}'),
  token('contentful-token', 'CFPAT-[\\w-]{43}'),
  token('airtable-token', 'pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}'),
  token('planetscale-token', 'pscale_(?:tkn|pw|oauth)_[\\w.=-]{32,64}'),
  token('dynatrace-token', 'dt0[a-z]\\d{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}'),
  token('fly-token', 'fo1_[\\w-]{43}|fm[12][ar]?_[A-Za-z0-9+/=]{100,1000}'),
  token('prefect-key', 'pnu_[a-z0-9]{36}'),
  token('readme-key', 'rdme_[a-z0-9]{70}'),
  token('clojars-token', 'CLOJARS_[a-z0-9]{60}'),
  token('alibaba-key', 'LTAI[A-Za-z0-9]{16,24}'),
  token('easypost-key', 'EZ[AT]K[A-Za-z0-9]{54}'),
  token('facebook-token', 'EAA[A-Za-z0-9]{80,400}|\\d{15,16}\\|[\\w-]{27}'),
  token('sourcegraph-token', 'sgp_(?:[A-Fa-f0-9]{16}_|local_)?[A-Fa-f0-9]{40}'),
  token('openshift-token', 'sha256~[\\w-]{43}'),
  token('bedrock-key', 'ABSK[A-Za-z0-9+/]{109,269}={0,2}|bedrock-api-key-[A-Za-z0-9+/=]{20,2000}'),
  token('heroku-key', 'HRKU-AA[\\w-]{58}'),
  token('sonar-token', 'sq[apu]_[A-Za-z0-9]{40}'),
  token('adobe-secret', 'p8e-[a-f0-9]{32}'),
  token('onepassword-token', 'ops_eyJ[\\w+/=-]{100,4000}'),
  // The parts are unbounded: no text before the first one has to be read again. One without a signature may lack its dot.
  { name: 'jwt', pattern: /(?<![\w-])eyJ[\w-]{8,}\.(?:[\w-]{8,}\.[\w-]*(?:\.[\w-]+\.[\w-]+)?|eyJ[\w-]{4,})/dg },
  {
    name: 'webhook-url',
    pattern:
      /(?<![\w.-])(?:hooks\.slack\.com\/(?:services|workflows|triggers)|(?:ptb\.|canary\.)?discord(?:app)?\.com\/api\/webhooks)\/(?<secret>[\w/-]{16,200})|\.webhook\.office\.com\/webhookb2\/(?<teams>[\w@/-]{16,400})/dg,
  },
  {
    name: 'url-password',
    pattern: /:\/\/[^\s:/?#@"'<>]{0,100}:(?<secret>(?![{$<*])[^\s/?#@"'<>]{1,200}(?:@[^\s/?#@,;"'<>]{1,200})?)@/dg,
  },
  {
    // Without a scheme: nothing else is in the header.
    name: 'authorization',
    pattern:
      /\bauthorization["']?[ \t]{0,5}:[ \t]{0,5}["']?(?<secret>(?=[^\s"',;]{0,80}\d)[\w+/.~=@-]{16,200})(?=["',;]|[ \t]{0,5}(?:[\r\n]|$))/dgi,
  },
  {
    name: 'authorization',
    pattern:
      /\bauthorization["']?[ \t]{0,5}[:=][ \t]{0,5}["']?[a-z-]{2,20}[ \t]{1,5}(?<secret>[\w+/.~=:-]{6,8000})|\b(?:bearer|token)[ \t]{1,5}(?<word>(?=[^\s"',;]{0,200}\d)[\w+/.~=-]{16,8000})/dgi,
  },
];
