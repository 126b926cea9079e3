import { describe, expect, test } from 'vitest';
import { findSecrets } from '../../src/observe/secrets/mask-secrets.js';

/**
 * How tokens look whose own prefix names their maker, as the makers publish it: a letter names the alphabet, a number
 * how many characters follow. All tokens are made up here.
 */
const published = `
1password_key A3-<u6>-<u11>-<u5>-<u5>-<u5>
1password_token ops_eyJ<b260>
adobe_secret p8e-<l32>
age_key AGE-SECRET-KEY-1<u58>
aikido_token AIK_CI_<a32> AIK_CLIENT_<a24> AIK_SECRET_<a64>
airtable_token pat<a14>.<h64>
alibaba_key LTAI<l20> LTAI<a17> STS.<a24>
anthropic_key sk-ant-api03-<w93>AA sk-ant-admin01-<w93>AA
apify_token apify_api_<a36>
artifactory_key AKCp<a69> cmVmd<a59>
asaas_token aact_prod_<w60> aact_hmlg_<w30>
aws_access_key AKIA<k16> ASIA<k16> ABIA<k16> ACCA<k16> A3T<u1><k16>
aws_bedrock_key ABSK<b120>
brave_key BSA<a27>
buildkite_token bkua_<l40> bkaa_<w75> bkpt_<w199> bkps_<w64>
canva_secret cnvca<w51>
cerebras_key csk-<l48>
circleci_token CCIPAT_<a22>_<l40>
clickhouse_key 4b1d<a38>
clojars_token CLOJARS_<l60>
cloudflare_key v1.0-<h24>-<h146>
cloudsmith_key csa_<h30><a6>
cockroach_key CCDB1_<a22>_<a40>
configcat_key configcat-sdk-1/<w22>/<w22>
cursor_key crsr_<h64>
databento_key db-<a29>
databricks_token dapi<h32> dapi<h32>-2
datastax_token AstraCS:<a24>
deno_token ddp_<a36>
devcycle_key dvc_client_<a20> dvc_mobile_<a32> dvc_server_<a16>
devin_key apk_user_<b140> apk_<b90> cog_<m52>
digitalocean_token dop_v1_<h64> doo_v1_<h64> dor_v1_<h64>
docker_token dckr_pat_<w27> dckr_oat_<w32>
docker_swarm_token SWMTKN-1-<l50>-<l25> SWMKEY-1-<b43>
doppler_token dp.pt.<l43>
duffel_token duffel_test_<w43> duffel_live_<w43>
dynatrace_token dt0c01.<l24>.<l64>
easypost_key EZAK<l54> EZTK<l54>
elastic_key essu_<w80>
exoscale_key EXO<a26>
facebook_token EAAM<l120> EAAC<l160>
figma_token figd_<w40>
flutterwave_key FLWSECK_TEST-<f12> FLWSECK_TEST-<f32>-X FLWPUBK_TEST-<f32>-X
fly_token fo1_<w43> fm1a_<b120> fm1r_<b120> fm2_<b200>
frameio_token fio-u-<w64>
github_token ghp_<a36> gho_<a36> ghu_<a36> ghs_<a36> ghr_<a36>
github_fine_grained_token github_pat_<a22>_<a59>
gitlab_token glpat-<w20> gldt-<w20> glffct-<w20> glft-<w20> glimt-<w25> glagent-<w50> gloas-<w64> glptt-<h40> GR1348941<w20> glrt-<w20> glsoat-<w20> glcbt-<a2>_<w20> glpat-<w40>.<l9> glrt-t1_<w40>.<l9>
google_key AIza<w35> AQ.Ab8RN6<w44> GOCSPX-<w28>
grafana_token glc_<b60> glsa_<a32>_<h8> eyJrIjoi<a90>
groq_key gsk_<a52>
harness_key pat.<w22>.<h24>.<a20> sat.<w22>.<h24>.<a20>
heroku_key HRKU-AA<w58>
huggingface_token hf_<z34> api_org_<z34>
infracost_token ico-<a32>
intra42_secret s-s4t2ud-<h64> s-s4t2af-<h64>
ionic_token ion_<a42>
langsmith_key lsv2_pt_<h32>_<h10> lsv2_sk_<h32>_<h10>
lark_app cli_<a16>
lichess_token lip_<a20>
linear_key lin_api_<l40>
mailersend_token mlsn.<a64>
mercury_token mercury_production_wma_<a44>_yrucrem
mergify_key mergify_application_key_<w60>
minimax_key sk-api-<w119>
mongodb_secret mdb_sa_id_<h24> mdb_sa_sk_<w40>
neon_key napi_<a64>
notion_token ntn_<d11><a35>
nuget_key oy2<l43>
onfido_token api_live.<w11>.<w32> api_sandbox_us.<w11>.<w32>
npm_token npm_<a36>
nvidia_key nvapi-<w64>
octopus_key API-<u26>
onesignal_token os_v2_app_<m103> os_v2_org_<m103>
onfido_token api_live.<w40> api_live_ca.<w40> api_live_us.<w40>
openai_key sk-proj-<w58>T3BlbkFJ<w58> sk-<a20>T3BlbkFJ<a20>
openrouter_key sk-or-v1-<h64>
openshift_token sha256~<w43>
paddle_key pdl_live_apikey_<l26>_<a22>_<a3>
perplexity_key pplx-<a48>
persona_key persona_production_<l36>
pinecone_key pcsk_<a6>_<a63>
pinterest_token pina_<w80>
planetscale_token pscale_tkn_<w43> pscale_oauth_<w43> pscale_pw_<w43>
polar_token polar_at_<a43> polar_oat_<a43> polar_pat_<a43>
posthog_key phx_<w43> phc_<w43>
postman_key PMAK-<h24>-<h34>
prefect_token pnu_<a36>
proof_key prf_<w40>
pulumi_token pul-<h40>
pypi_token pypi-AgEIcHlwaS5vcmc<w70>
ramp_secret ramp_id_<a40> ramp_sec_<a48>
readme_token rdme_<l70>
render_key rnd_<a28>
replicate_token r8_<a37>
rootly_key rootly_<h64>
rubygems_key rubygems_<h48>
runpod_key rpa_<u40><a6> rpa_<a30>
samsara_token samsara_api_<a30>
scalingo_token tk-us-<w48>
sendgrid_key SG.<w22>.<w43>
sendinblue_key xkeysib-<h64>-<a16>
sentry_token sntryu_<h64> sntrys_eyJpYXQiO<a60>LCJyZWdpb25fdXJs<a40>_<a43>
settlemint_token sm_aat_<a16> sm_pat_<a16> sm_sat_<a16>
shippo_token shippo_live_<h40> shippo_test_<h40>
shopify_token shpat_<h32> shpca_<h32> shppa_<h32> shpss_<h32>
slack_token xapp-1-<u11>-<d13>-<h64> xoxb-<d12>-<d12>-<a24> xoxe-1-<u146> xoxe.xoxb-1-<u164> xoxp-<d12>-<d12>-<d12>-<h32> xoxs-<d10>-<d10>-<d10>-<h10> xoxa-2-<a30> xoxr-<a30> xoxc-<d12>-<d12>-<d12>-<h64> xoxd-<b120>
sourcegraph_token sgp_<h16>_<h40> sgp_local_<h40> sgp_<h40> sgp_<a64>
square_token sq0atp-<w22> EAAA<w60>
stripe_key sk_live_<a24> sk_test_<a24> rk_live_<a99> rk_prod_<a10>
supabase_key sbp_<l40> sb_secret_<w31>
tailscale_key tskey-api-<a12>-<a22>
thunderstore_token tss_<a40>
together_key tgp_v1_<w43>
twilio_key SK<h32>
unkey_key unkey_<a22>
upcloud_token ucat_<a26>
val_town_token vtwn_<a40>
vault_token hvs.<w96> hvb.<w150> s.<a24>
vercel_blob_token vercel_blob_rw_<a16>_<a30>
vercel_token vck_<w56> vca_<w56> vcr_<w56> vci_<w56> vcp_<w56>
wakatime_key waka_<g36>
wandb_key wandb_v1_<a77>
workato_token wrka-eyJ<w30>.<w60>.<w86>
xai_key xai-<a80>
zuplo_key zpka_<l32>_<h8>`
  .trim()
  .split('\n')
  .map((line) => line.split(' '))
  .map(([kind, ...forms]) => ({ kind: kind as string, forms }));

const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const alphabets: { readonly [letter: string]: string } = {
  d: digits,
  h: `${digits}abcdef`,
  f: `${digits}abcdefgh`,
  g: `${digits}abcdef`,
  k: `${upper}234567`,
  l: digits + lower,
  m: `${lower}234567`,
  u: digits + upper,
  z: lower + upper,
  a: digits + lower + upper,
  w: `${digits}${lower}${upper}_-`,
  b: `${digits}${lower}${upper}+/`,
};

/** A token of that form; the last of its characters is a letter or a digit. */
function drawn(form: string, random: () => number): string {
  const one = (letters: string) => letters[Math.floor(random() * letters.length)] as string;
  return form.replace(/<(\w)(\d+)>/g, (_, letter: string, length: string) => {
    const letters = alphabets[letter] as string;
    const body = Array.from({ length: Number(length) - 1 }, () => one(letters)).join('');
    return body + one(letters.replace(/[^A-Za-z0-9]/g, ''));
  });
}

const times = 20;

/** Share of tokens that are found whole. */
function shareFound(form: string, line: (token: string) => string): number {
  const random = mulberry(form.length * 7919 + form.charCodeAt(0));
  let found = 0;
  for (let time = 0; time < times; time++) {
    const token = drawn(form, random);
    const text = line(token);
    const start = text.indexOf(token);
    found += findSecrets(text).some(
      (hit) => hit.start <= start + 8 && hit.end >= start + token.length - 2,
    )
      ? 1
      : 0;
  }
  return found / times;
}

/** The same numbers in every run: a share that depends on chance is no limit. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const forms = published.flatMap(({ kind, forms: all }) => all.map((form) => ({ kind, form })));

describe('tokens whose prefix names their maker', () => {
  test.each([
    ['bare in a sentence', (token: string) => `I use ${token} for it.`, 0.9],
    ['at the end of a line', (token: string) => `it printed:\n${token}\n`, 0.9],
    ['in quotes', (token: string) => `key = "${token}"`, 0.9],
    ['under a name that says so', (token: string) => `ACME_TOKEN=${token}`, 0.95],
  ])('are found %s', (_name, line, least) => {
    const shares = forms.map(({ kind, form }) => ({ kind, form, share: shareFound(form, line) }));
    const mean = shares.reduce((sum, { share }) => sum + share, 0) / shares.length;
    const missed = shares
      .filter(({ share }) => share < 0.5)
      .map(({ form, share }) => `${form} ${share}`);
    expect({ mean: mean >= least, missed: mean >= least ? [] : missed }).toEqual({
      mean: true,
      missed: [],
    });
  });

  test.each(published)(
    '$kind has a form that is found every time it stands alone',
    ({ forms: all }) => {
      const best = Math.max(
        ...all.map((form) => shareFound(form, (token) => `it is ${token} now`)),
      );
      expect(best).toBeGreaterThanOrEqual(0.9);
    },
  );
});

describe('what only looks like one is none', () => {
  test.each([
    `ghp_${'X'.repeat(36)}`,
    `shpat_${'0'.repeat(32)}`,
    `sk-ant-api03-${'x'.repeat(93)}AA`,
    'sk-your-api-key-goes-here-please-now',
    'AKIAIOSFODNN7EXAMPLE',
    'glpat-xxxxxxxxxxxxxxxxxxxx',
    'hf_your_token_from_the_settings_page_here',
    'dvc_client_variables and dvc_server_settings',
    'cli_arguments_parser',
    'live_reload_server_with_hot_module_replacement',
    'test_the_parser_with_every_kind_of_input_there_is',
    'key-value-store-with-range-queries-and-ttl',
    'pat.the.dog',
    'sk-learn, sk.metrics, pk.fields',
    'v1.0-beta-release-notes-of-the-project',
    's.toLocaleUpperCaseWithTags(x)',
    'b_tree_of_all_the_pages_in_one_large_index_file',
    'API-CONTRACT-VERSION',
    're_compiled_pattern_of_the_whole_file',
    'rpa_workflow_definition_of_the_invoices',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'apply the SKILL, then SKIP',
  ])('%s', (text) => {
    expect(findSecrets(text)).toEqual([]);
    expect(findSecrets(`See ${text} for more.`)).toEqual([]);
  });
});
