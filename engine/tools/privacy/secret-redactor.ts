import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { readableText } from '../../text/escapes/readable-text.js';
import { maskPart, redactFinds } from '../../text/personal/redaction.js';
import type { Span } from '../../text/span.js';
import { secretRulesVersion } from './secret-redactor/secret-rules.js';
import { type Secret, secretsInText } from './secret-redactor/secrets.js';

export default defineTool({
  slug: 'secret-redactor',
  title: 'Redact secrets',
  description: `Replaces API keys and tokens of about eighty services, JWTs, private keys, passwords and tokens in URLs, and the values of settings such as DB_PASSWORD=. It recognizes secrets by their form (rules version ${secretRulesVersion}) and cannot find every one, so review the result before you share it.`,
  config: Type.Object({
    mode: Type.Enum(['label', 'mask', 'remove'], {
      default: 'label',
      description:
        'What to write instead of a secret: a label such as [GITHUB_TOKEN]; * for every letter and digit; or nothing',
    }),
    entropy: Type.Boolean({
      default: false,
      description:
        'Also treats words of at least 20 mixed characters as secrets if they look random: finds unknown keys, but checksums and identifiers as well',
    }),
  }),
  examples: [
    {
      input: 'postgres://app:s3cret@db.example.com/app\nAPI_KEY="4f9d-77aa"\n',
      output: 'postgres://app:[URL_PASSWORD]@db.example.com/app\nAPI_KEY="[SECRET]"\n',
    },
    {
      input: '-----BEGIN PRIVATE KEY-----\nMIGHAgEA\n-----END PRIVATE KEY-----\nAuthorization: Bearer abcdef0123456789',
      output: '[PRIVATE_KEY]\nAuthorization: Bearer [AUTHORIZATION]',
    },
    {
      input: 'key bG9yZW0gaXBzdW0gZG9sb3I5Mg, id 7',
      config: { entropy: true, mode: 'mask' },
      output: 'key **************************, id 7',
    },
    { input: 'password: ask Ada; token=$TOKEN_1', output: 'password: ask Ada; token=$TOKEN_1' },
  ],
  run(input, { mode, entropy }, limit) {
    const readable = readableText(input);
    const replacement = ({ name }: Secret, part: Span): string => {
      switch (mode) {
        case 'label':
          return `[${name.toUpperCase().replaceAll('-', '_')}]`;
        case 'mask':
          return maskPart(readable, part);
        case 'remove':
          return '';
      }
    };
    return redactFinds(readable, secretsInText(readable, { entropy }), replacement, limit);
  },
});
