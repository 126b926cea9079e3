import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSecrets, maskSecrets } from '../../src/observe/secrets/mask-secrets.js';
import { leastCpuTime } from '../support/cpu-time.js';
import { noRealData, realData } from '../support/real-data.mjs';
import { firstQuick } from '../support/slow.js';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const HEX = '0123456789abcdef';
const ALNUM = LOWER + LOWER.toUpperCase() + DIGITS;
const URL64 = `${ALNUM}-_`;

/** Secrets are put together here, at run time, so that no scanner finds one in this file. */
let state = 20;
function random(alphabet: string, length: number): string {
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text += alphabet[Math.floor((state / 2 ** 32) * alphabet.length)];
  }
  return text;
}
const glue = (...parts: readonly string[]) => parts.join('');
const base64 = (text: string) => btoa(text).replace(/=+$/, '');
const jwt = () =>
  [...['{"alg":"HS256"}', '{"sub":"1234567890"}'].map(base64), random(URL64, 43)].join('.');
const pem = (label: string) =>
  [
    `${'-'.repeat(5)}BEGIN ${label}${'-'.repeat(5)}`,
    ...Array.from({ length: 6 }, () => random(`${ALNUM}+/`, 64)),
    `${'-'.repeat(5)}END ${label}${'-'.repeat(5)}`,
  ].join('\n');

/** [kind, what stands before, the secret, what stands after] */
const secrets: readonly (readonly [string, string, string, string])[] = [
  [
    'aws_access_key',
    'aws_access_key_id = ',
    glue('AK', 'IA', random(`${LOWER.toUpperCase()}234567`, 16)),
    '',
  ],
  ['aws_access_key', '', glue('AS', 'IA', random(`${LOWER.toUpperCase()}234567`, 16)), ' works'],
  ['aws_secret_key', 'aws_secret_access_key = ', random(`${ALNUM}/+`, 40), ''],
  ['aws_secret_key', 'AWS_SECRET_ACCESS_KEY="', random(`${ALNUM}/+`, 40), '"'],
  ['cookie', 'Cookie: theme=dark; session_id=', random(ALNUM, 40), '; lang=en'],
  ['password', 'mysqldump -u root -p', 'blue7river', ' shop'],
  ['password', 'docker login registry.local -u me -p ', 'blue7river', ''],
  ['private_key', '    client-key-data: ', random(ALNUM, 120), ''],
  ['password', 'use the password ', 'Winter7042!', ' for staging'],
  ['github_token', 'git clone https://', glue('gh', 'p_', random(ALNUM, 36)), '@github.com/a/b'],
  ['github_token', 'Authorization: token ', glue('gh', 's_', random(ALNUM, 36)), ''],
  ['github_token', 'oauth=', glue('gh', 'o_', random(ALNUM, 36)), ''],
  [
    'github_fine_grained_token',
    'GH_TOKEN=',
    glue('github', '_pat_', random(ALNUM, 22), '_', random(ALNUM, 59)),
    '',
  ],
  ['gitlab_token', 'PRIVATE-TOKEN: ', glue('gl', 'pat-', random(URL64, 20)), ''],
  ['gitlab_token', 'use ', glue('gl', 'dt-', random(ALNUM, 20)), ' to deploy'],
  [
    'slack_token',
    'SLACK=',
    glue('xo', 'xb-', random(DIGITS, 12), '-', random(DIGITS, 12), '-', random(ALNUM, 24)),
    '',
  ],
  [
    'slack_token',
    '',
    glue('xa', 'pp-1-A', random(DIGITS, 10), '-', random(DIGITS, 13), '-', random(HEX, 64)),
    '',
  ],
  [
    'slack_webhook',
    'https://hooks.slack.com/services/',
    `T${random(ALNUM, 8)}/B${random(ALNUM, 8)}/${random(ALNUM, 24)}`,
    '',
  ],
  ['stripe_key', 'stripe.api_key = "', glue('sk_', 'live_', random(ALNUM, 24)), '"'],
  ['stripe_key', '', glue('rk_', 'test_', random(ALNUM, 40)), ''],
  ['stripe_key', 'secret ', glue('whs', 'ec_', random(ALNUM, 32)), ''],
  ['google_api_key', 'key=', glue('AI', 'za', random(URL64, 35)), '&q=1'],
  ['google_oauth', 'client_secret: ', glue('GOC', 'SPX-', random(URL64, 28)), ''],
  ['google_oauth', 'access ', glue('ya', '29.', random(URL64, 80)), ''],
  [
    'openai_key',
    'OPENAI_API_KEY=',
    glue('s', 'k-', random(ALNUM, 20), 'T3Blbk', 'FJ', random(ALNUM, 20)),
    '',
  ],
  ['openai_key', 'OPENAI_API_KEY=', glue('s', 'k-', random(ALNUM, 48)), ''],
  [
    'openai_key',
    'export KEY=',
    glue('s', 'k-proj-', random(URL64, 74), 'T3Blbk', 'FJ', random(URL64, 74)),
    '',
  ],
  ['openai_key', 'deepseek: ', glue('s', 'k-', random(HEX, 32)), ''],
  [
    'anthropic_key',
    'ANTHROPIC_API_KEY=',
    glue('s', 'k-ant-', 'api03-', random(URL64, 93), 'AA'),
    '',
  ],
  [
    'anthropic_key',
    'CLAUDE_CODE_OAUTH_TOKEN=',
    glue('s', 'k-ant-', 'oat01-', random(URL64, 93), 'AA'),
    '',
  ],
  ['openrouter_key', '', glue('s', 'k-or-', 'v1-', random(HEX, 64)), ''],
  ['huggingface_token', 'HF_TOKEN=', glue('h', 'f_', random(ALNUM, 34)), ''],
  ['npm_token', '//registry.npmjs.org/:_authToken=', glue('np', 'm_', random(ALNUM, 36)), ''],
  ['pypi_token', 'password = ', glue('py', 'pi-', 'AgEIcHlwaS5vcmc', random(URL64, 140)), ''],
  ['rubygems_key', '', glue('ruby', 'gems_', random(HEX, 48)), ''],
  ['docker_token', 'docker login -p ', glue('dck', 'r_pat_', random(URL64, 27)), ''],
  ['jwt', 'cookie: session=', jwt(), '; path=/'],
  ['jwt', 'Authorization: Bearer ', jwt(), ''],
  ['sendgrid_key', '', glue('S', 'G.', random(URL64, 22), '.', random(URL64, 43)), ''],
  ['twilio_key', 'twilio ', glue('S', 'K', random(HEX, 32)), ''],
  ['mailgun_key', 'api:', glue('ke', 'y-', random(HEX, 32)), ''],
  ['mailchimp_key', '', glue(random(HEX, 32), '-us', '14'), ''],
  ['digitalocean_token', '', glue('do', 'p_v1_', random(HEX, 64)), ''],
  [
    'azure_key',
    'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=',
    `${random(ALNUM, 86)}==`,
    ';EndpointSuffix=core.windows.net',
  ],
  ['azure_client_secret', 'AZURE: ', glue(random(ALNUM, 3), '8', 'Q~', random(ALNUM, 34)), ''],
  [
    'signed_url',
    'https://a.blob.core.windows.net/c/b?sv=2022-11-02&sig=',
    `${random(ALNUM, 43)}%3D`,
    '&se=2030',
  ],
  ['telegram_token', '', glue('', '123456789', ':A', `AH${'x'.repeat(32)}`), ''],
  ['openai_key', '', glue('sk', '-proj-', 'Ab1cD2'.repeat(10)), ''],
  [
    'telegram_token',
    'https://api.telegram.org/bot',
    glue('', random('123456789', 9), ':A', 'A', random(URL64, 33)),
    '/getMe',
  ],
  [
    'discord_token',
    'client.login("',
    glue('M', random(ALNUM, 23), '.', random(ALNUM, 6), '.', random(URL64, 27)),
    '")',
  ],
  [
    'discord_webhook',
    'https://discord.com/api/webhooks/123456789012345678/',
    random(URL64, 68),
    '',
  ],
  [
    'webhook_url',
    'https://open.feishu.cn/open-apis/bot/v2/hook/',
    `${random(HEX, 8)}-${random(HEX, 4)}-${random(HEX, 12)}`,
    '',
  ],
  ['webhook_url', 'https://oapi.dingtalk.com/robot/send?access_token=', random(HEX, 64), ''],
  [
    'webhook_url',
    'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=',
    `${random(HEX, 8)}-${random(HEX, 4)}-${random(HEX, 12)}`,
    '',
  ],
  ['shopify_token', '', glue('shp', 'at_', random(HEX, 32)), ''],
  ['databricks_token', '', glue('da', 'pi', random(HEX, 32)), ''],
  ['linear_key', 'LINEAR=', glue('lin', '_api_', random(ALNUM, 40)), ''],
  ['vault_token', 'VAULT_TOKEN=', glue('hv', 's.', random(URL64, 90)), ''],
  ['grafana_token', '', glue('gl', 'sa_', random(ALNUM, 32), '_', random(HEX, 8)), ''],
  ['alibaba_key', 'AccessKeyId: ', glue('LT', 'AI', random(ALNUM, 20)), ''],
  ['age_key', '', glue('AGE-SECRET', '-KEY-1', random('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)), ''],
  ['private_key', '', pem('RSA PRIVATE KEY'), ''],
  ['private_key', 'cat id_ed25519:\n', pem('OPENSSH PRIVATE KEY'), '\n$'],
  ['private_key', '{"private_key":"', pem('PRIVATE KEY').replaceAll('\n', '\\n'), '\\n"}'],
  ['private_key', 'Private-Lines: 4\n', random(ALNUM, 64), ''],
  ['private_key', '', pem('PGP PRIVATE KEY BLOCK'), ''],
  ['bearer_token', 'curl -H "Authorization: Bearer ', random(ALNUM, 40), '"'],
  ['bearer_token', 'authorization: bearer ', random(HEX, 48), ''],
  ['basic_auth', 'Authorization: Basic ', base64(`deploy:${random(ALNUM, 14)}`), ''],
  ['basic_auth', 'curl -s -u admin:', `T${random(ALNUM, 9)}7`, ' https://host/api'],
  [
    'database_url',
    'DATABASE_URL=postgres://app:',
    `p${random(ALNUM, 12)}`,
    '@db.internal:5432/app',
  ],
  ['database_url', 'mongodb+srv://root:', `m${random(ALNUM, 12)}`, '@cluster0.mongodb.net'],
  ['database_url', 'redis://:', `r${random(ALNUM, 12)}`, '@10.0.0.1:6379/0'],
  ['url_password', 'git remote add o https://jane:', 'swordfish', '@git.host/x.git'],
  ['url_password', 'http_proxy=http://user:', `q${random(ALNUM, 9)}`, '@proxy:3128'],
  ['netrc_password', 'machine h login jane password ', 'hunter2', ''],
  ['password', 'password: ', glue('hun', 'ter2'), ''],
  ['password', 'The password is ', glue('Tr0ub4', 'dor&3'), ', keep it'],
  ['password', 'DB_PASSWORD=', glue('s3cr', '3tPw!'), ''],
  ['password', '{"user":"a","password":"', glue('Blue', 'sky#42'), '"}'],
  ['password', 'mysqladmin --password=', glue('zu', 'gzug88'), ' ping'],
  ['password', '服务器密码是 ', glue('hun', 'ter2'), '，别告诉别人'],
  ['password', '密码：', glue('Abc', '!2345'), '。'],
  ['password', '登录口令为', glue('qaz', '2wsx'), ''],
  ['password', '数据库密码改成了 ', glue('88', '661234'), ' 了'],
  ['secret', '密钥是 ', random(ALNUM, 24), '，请保存'],
  ['secret', '令牌: ', random(HEX, 32), ''],
  ['secret', 'API_KEY=', random(ALNUM, 32), ''],
  ['secret', 'api_key: "', random(HEX, 32), '"'],
  ['secret', "const clientSecret = '", random(ALNUM, 40), "';"],
  ['secret', '"access_token": "', random(URL64, 43), '"'],
  ['secret', 'https://h/x?token=', random(HEX, 40), '&a=1'],
  ['secret', 'deploy --token ', random(ALNUM, 28), ' --prod'],
  ['secret', 'SESSION_SECRET=', random(ALNUM, 32), ''],
  ['crates_token', 'use ', glue('ci', 'o', random(ALNUM, 32)), ' there'],
  ['square_token', 'use ', glue('sq0', 'atp-', random(URL64, 22)), ' there'],
  ['notion_token', 'use ', glue('nt', 'n_', random(ALNUM, 46)), ' there'],
  ['figma_token', 'use ', glue('fi', 'gd_', random(URL64, 40)), ' there'],
  ['newrelic_key', 'use ', glue('NR', 'AK-', random(ALNUM, 27)), ' there'],
  ['pulumi_token', 'use ', glue('pu', 'l-', random(HEX, 40)), ' there'],
  ['doppler_token', 'use ', glue('dp', '.pt.', random(ALNUM, 43)), ' there'],
  ['sentry_token', 'use ', glue('sn', 'trys_', random(ALNUM, 64)), ' there'],
  ['supabase_key', 'use ', glue('sb', 'p_', random(HEX, 40)), ' there'],
  ['planetscale_token', 'use ', glue('psc', 'ale_tkn_', random(URL64, 43)), ' there'],
  ['netlify_token', 'use ', glue('nf', 'p_', random(ALNUM, 36)), ' there'],
  ['fly_token', 'use ', glue('fm', '2_', random(ALNUM, 80)), ' there'],
  ['heroku_key', 'use ', glue('HR', 'KU-', random(URL64, 60)), ' there'],
  ['atlassian_token', 'use ', glue('ATA', 'TT3x', random(ALNUM, 60)), ' there'],
  ['tencent_key', 'use ', glue('AK', 'ID', random(ALNUM, 32)), ' there'],
  ['dropbox_token', 'use ', glue('s', 'l.', random(URL64, 120)), ' there'],
  ['groq_key', 'use ', glue('gs', 'k_', random(ALNUM, 52)), ' there'],
  ['perplexity_key', 'use ', glue('pp', 'lx-', random(ALNUM, 48)), ' there'],
  ['replicate_token', 'use ', glue('r', '8_', random(ALNUM, 37)), ' there'],
  ['xai_key', 'use ', glue('xa', 'i-', random(ALNUM, 80)), ' there'],
  ['tavily_key', 'use ', glue('tv', 'ly-', random(ALNUM, 32)), ' there'],
  ['buildkite_token', 'use ', glue('buil', 'dkite_', random(ALNUM, 40)), ' there'],
  ['postman_key', 'use ', glue('PM', 'AK-', random(HEX, 24), '-', random(HEX, 34)), ' there'],
  ['airtable_token', 'use ', glue('pa', 't', random(ALNUM, 14), '.', random(HEX, 64)), ' there'],
  ['langsmith_key', 'use ', glue('lsv2', '_pt_', random(HEX, 32), '_', random(HEX, 10)), ' there'],
  [
    'terraform_token',
    'use ',
    glue(random(ALNUM, 14), '.atl', 'asv1.', random(URL64, 66)),
    ' there',
  ],
  ['password', 'sshpass -p ', 'blue7river', ' ssh shop'],
  ['password', 'POSTGRES_PASSWORD=', 'MXTkr5T3KqtgBqHMdX9TvmueIffS6jR/xRZlYP6bLCm=', ''],
  ['secret', 'OPENAI_KEY=', random(ALNUM, 32), ''],
  ['secret', 'api_key:        ', random(ALNUM, 32), ''],
  ['password', '  master_password      = "', 'Kx9#mPq2vL', '"'],
  ['password', '**Password:** ', 'Kx9#mPq2vL', ''],
  ['secret', '- **API key**: `', random(ALNUM, 32), '`'],
  ['password', "auth: { user: 'a@b.de', pass: '", 'Kx9#mPq2vL', "' }"],
  ['password', 'PASS=', 'blue7river', ' make'],
  ['password', 'openssl rsa -passin pass:', 'blue7river', ' -in a.pem'],
  ['password', 'keytool -storepass ', 'blue7river', ' -list'],
  ['secret', "const apiKey: string = '", random(ALNUM, 32), "'"],
  ['password', 'password: str = "', 'Kx9#mPq2vL', '"'],
  ['secret', "process.env.API_KEY || '", random(ALNUM, 32), "'"],
  ['secret', '{"name":"DB_PASSWORD","value":"', 'Kx9#mPq2vL', '"}'],
  ['secret', '- name: API_TOKEN\n  value: "', random(ALNUM, 32), '"'],
  ['secret', '"args":["--api-key","', random(ALNUM, 32), '"]'],
  ['password', '["--password","', 'Kx9#mPq2vL', '"]'],
  ['password', "CREATE USER a IDENTIFIED BY '", 'blue7river', "'"],
  ['password', "CREATE ROLE app LOGIN PASSWORD '", 'blue7river', "'"],
  ['password', "mysql -uroot -p'", 'Kx9#mPq2vL', "' shop"],
  ['password', "echo '", 'bluriver', "' | sudo -S apt update"],
  ['password', 'echo ', random(ALNUM, 24), ' | docker login ghcr.io -u me --password-stdin'],
  ['secret', 'set -gx API_KEY ', random(ALNUM, 24), ''],
  ['secret', 'setx API_KEY "', random(ALNUM, 24), '"'],
  ['password', '<password>', 'Kx9#mPq2vL', '</password>'],
  ['url_token', 'https://', random(ALNUM, 40), '@git.internal/a.git'],
  ['basic_auth', '"auth": "', btoa('me:blue7river'), '"'],
  ['aws_secret_key', 'aws configure set aws_secret_access_key ', random(`${ALNUM}/+`, 40), ''],
  ['password', '密码设置成 ', 'Kx9#mPq2vL', ''],
  ['password', '密码（', 'Kx9#mPq2vL', '）'],
  ['secret', 'token是', random(ALNUM, 24), ''],
  ['nvidia_key', 'use ', glue('nv', 'api-', random(URL64, 64)), ' there'],
  ['authorization', "curl -H 'Authorization: token ", random(ALNUM, 40), "' https://a.b/c"],
  ['authorization', '"Authorization": "', random(URL64, 44), '"'],
  ['password', 'redis-cli -h cache -a ', 'blue7river', ' ping'],
  ['password', 'echo "root:', 'bluriver', '" | chpasswd'],
  ['password', 'echo deploy:', 'bluriver', ' | sudo chpasswd'],
  ['password', 'sqlplus -S shop/', 'bluriver', '@orders @run.sql'],
  ['netrc_password', 'machine a.b login me password ', 'bluriver', ''],
  ['secret', 'deploy --token \\\n  ', random(ALNUM, 40), ' --now'],
];

const ordinary: readonly string[] = [
  'export TOKEN=<your-token>',
  'Authorization: Bearer <token>',
  'Authorization: Bearer $TOKEN',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what people write
  'curl -H "Authorization: Bearer ${API_TOKEN_V2_PRODUCTION}"',
  'const token = process.env.GITHUB_TOKEN_2;',
  'apiKey: import.meta.env.VITE_API_KEY_V2',
  'api_key = os.environ["OPENAI_API_KEY_2"]',
  `GITHUB_TOKEN=ghp_${'x'.repeat(36)}`,
  'ANTHROPIC_API_KEY=sk-ant-api03-your-key-here-0123456789',
  'API_KEY=test-key-not-real',
  'AKIAIOSFODNN7EXAMPLE',
  'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'password: ********',
  'password: <password>',
  'password: $PASSWORD1',
  'password = {{ vault_password2 }}',
  'password: z.string().min(8)',
  'password: user1.password',
  'const password = newPassword2',
  'The password is required.',
  'password is at least 8-20 characters',
  'password: sha256 of the salt',
  'password field, token budget: 4000, max_tokens: 128000',
  '"input_tokens": 12345678, "token_count": 4096',
  'secret: name of the Kubernetes secret',
  'the token is expired; the secret was rotated',
  'token_id: 3f29c1d4-5b6a-4e8f-9a0b-1c2d3e4f5a6b',
  'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
  '9fceb02d0ae598e95dc970b74767f19372d61af8 refs/heads/main',
  'id 3f29c1d4-5b6a-4e8f-9a0b-1c2d3e4f5a6b',
  'sha512-3tVMVnR0b1v3oOKPvdRBbZT3H5zcUJ2f5qB4K6cYzJ7nX0aG9dQmWcR2tE1yU8iO5pL3kJ6hG4fD7sA0zXcVbQ==',
  'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'session 4fdb6bd6-bf76-4bd3-bc53-56783fa05bd9 toolu_01AbCdEfGhIjKlMnOpQrStUv',
  '--- PASS: TestParseToken2 (0.00s)',
  'pwd: /home/user1/project2',
  'postgres://postgres:postgres@localhost:5432/test',
  'https://user:password@host/path',
  'https://x-access-token:$GITHUB_TOKEN@github.com/a/b',
  'ssh://git@github.com:22/a/b.git',
  'http://localhost:3000/@scope/pkg',
  'docker run -u 1000:1000 image',
  'basic authentication2 and Basic auth are supported',
  'bearer token authentication-based-on-headers-v2',
  'sk-learn, task-1234567890, sk-button-primary-large',
  '密码框样式不对，密码长度至少 8 位',
  '密码是必填项，密码: 至少8位',
  '密码用 bcrypt2 加密，密码是 sha256 哈希',
  '密码是 string 类型；口令管理；密钥管理：KMS',
  '密钥算法是 ed25519，令牌: JWT',
  '密码 <your-password1>',
  '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA\n-----END PUBLIC KEY-----',
  'looks for "-----BEGIN PRIVATE KEY-----" at the start of the file and refuses it',
  'export function parseToken(token: string, secretKey: Uint8Array): TokenResult2 {}',
  'const accessToken = await getAccessTokenFromCacheV2(user);',
  'secretKeyRef: production-database-credentials-v2',
  "token: req.headers['x-access-token2'],",
  'integrity sha1-aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ=',
  'token=$(gh auth token2)',
  'cache-key: node-modules-v2-linux-x64-20.20.0',
  'this.showPassword = !this.showPassword;',
  '_passThroughOptions = !!passThrough; case"password":return!0',
  'password = process.argv[2]; password: basic[1]',
  'tests_passed: 1234567, ANY_SAMPLES_PASSED: 0x8C2F',
  'password_changed_at = 2024-01-01T12:33:00; PASSWORD_RESET_TIMEOUT = 259200',
  'password_encryption = scram-sha-256',
  "'password' => 'required|min:8', Password is required! password is wrong!!!",
  'GOOGLE_APPLICATION_CREDENTIALS=/home/jane/keys/sa-1.json',
  'deploy_key: SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8',
  'tokenAddress: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '"nextPageToken": "eav1OzQBk3mN7pR2sT9vX4yZ"',
  'password: !secret wifi_pass2',
  'mysql -h localhost -port=3307; gcloud auth login -project=my-proj-1',
  'v1.0-beta-release-notes-2024-01-01-final, phx_controller_action_template_render_v2',
  'PRIMARY_KEY=customer_id_and_region, CACHE_KEY=node-modules-v2-linux-x64',
  '<token>string</token> <password>your-password</password>',
  'const a: string = "token"; password: string = newPassword2',
  '密码用 bcrypt 加密；密码（至少8位）；token是字符串',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what people write
  'headers: { Authorization: `Bearer ${token}` }',
  'Authorization: Bearer, Basic or none; authorization: required-for-all-routes',
  'authorization=AuthorizationPolicyProvider, Authorization: token $GITHUB_TOKEN',
  'redis-cli -a $REDIS_PASSWORD ping; redis-cli --pass <password> get a',
  'echo user:$PASSWORD | chpasswd',
  'sqlplus / as sysdba @scripts/a.sql; sqlplus user/$PASS@db',
  'the machine that I login with password authentication',
  'deploy --token \\\n  "$TOKEN"',
];

describe('secrets in a text', () => {
  test('at least sixty secrets of twenty-five kinds are found, nineteen of twenty and more', () => {
    const missed = secrets.filter(([kind, before, secret, after]) => {
      const hits = findSecrets(before + secret + after);
      return !hits.some(
        (hit) =>
          hit.kind === kind &&
          hit.start <= before.length &&
          hit.end >= before.length + secret.length,
      );
    });
    expect(secrets.length).toBeGreaterThanOrEqual(60);
    expect(new Set(secrets.map(([kind]) => kind)).size).toBeGreaterThanOrEqual(25);
    expect(missed.map(([kind, before]) => `${kind}: ${before}`)).toEqual([]);
  });

  test.each(secrets)(
    '%s after "%s" is masked whole and what stands around it stays',
    (kind, before, secret, after) => {
      expect(maskSecrets(before + secret + after)).toBe(`${before}[secret:${kind}]${after}`);
    },
  );

  test.each(ordinary)('nothing is secret in: %s', (text) => {
    expect(findSecrets(text)).toEqual([]);
  });

  test('hits are sorted and never overlap, in one long text as well', () => {
    const text = secrets.map(([, before, secret, after]) => before + secret + after).join('\n');
    const hits = findSecrets(text);
    for (let i = 1; i < hits.length; i++)
      expect(hits[i]?.start).toBeGreaterThanOrEqual(hits[i - 1]?.end ?? 0);
    expect(hits.length).toBeGreaterThanOrEqual(secrets.length);
  });

  test('where one reaches beyond another, both are masked to the end', () => {
    const token = glue('gh', 'p_', random(ALNUM, 36));
    expect(maskSecrets(`https://me:${token}-and.more7@host`)).toBe(
      'https://me:[secret:github_token]@host',
    );
  });

  test('any text is read without a fault, and hits lie inside it', { tags: 'slow' }, () => {
    const pieces = fc.constantFrom(
      'password: ',
      'token=',
      '://',
      '@',
      '密码是',
      'sk-',
      'Bearer ',
      '\n',
    );
    const texts = fc
      .array(fc.oneof(pieces, fc.string({ unit: 'binary' })))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        for (const { start, end } of findSecrets(text)) {
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });

  test('a masked text has no secret left', () => {
    const text = secrets.map(([, before, secret, after]) => before + secret + after).join('\n');
    expect(findSecrets(maskSecrets(text))).toEqual([]);
  });

  test('a private key that is cut off is masked as far as it goes', () => {
    const cut = `${pem('RSA PRIVATE KEY').slice(0, 300)}\n... (output truncated)`;
    expect(maskSecrets(cut)).toMatch(/^\[secret:private_key\]/);
  });

  test("the product's own schemas hold no secret", () => {
    expect(hitsUnder(join(import.meta.dirname, '../..', 'schema'))).toEqual([]);
  });

  const rules = realData('rules/assets');
  test.skipIf(rules === undefined)(`real rule sets hold no secret (${noRealData})`, () => {
    expect(hitsUnder(rules ?? '')).toEqual([]);
  });
});

describe('time spent on a text', () => {
  firstQuick([
    ['words', 'password token key '],
    ['one letter', 'a'],
    ['header starts', 'eyJ-eyJ-'],
    ['key starts', '-----BEGIN PRIVATE KEY-----\n'],
    ['addresses', '://a:'],
    ['assignments', 'token=token='],
    ['commands', 'curl -u mysql login -p '],
    ['cookies', 'cookie: sess'],
    ['long tokens', 'sk-ant-api03-ya29.'],
    ['Chinese', '密码是密钥：'],
    ['blanks', ' \t'],
    ['hex', '0123456789abcdef'],
  ])('grows no faster than its length: %s', (_name, unit) => {
    const time = (length: number) => {
      const text = unit.repeat(Math.ceil(length / unit.length));
      return leastCpuTime(() => findSecrets(text));
    };
    // Four times as much; by the square it would be sixteen.
    expect(time(1_000_000) / time(250_000)).toBeLessThan(10);
  });
});

function hitsUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .flatMap((file) =>
      findSecrets(readFileSync(file, 'utf8')).map((hit) => `${file}:${hit.start} ${hit.kind}`),
    );
}
