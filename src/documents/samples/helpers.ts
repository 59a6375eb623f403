// What the programs of a guide begin with: the call of the service, a field of an answer, and the seal where the guide seals.
import type { Program } from './literals.ts'

const NODE = `const COBRO = process.env.COBRO ?? 'http://127.0.0.1:8080'
const CREDENTIAL = 'sk_dev_00000000000000000000000000000000:sandbox'

const basic = (credential) => \`Basic \${btoa(credential)}\`

async function cobro(method, path, body, headers = {}) {
  const answer = await fetch(COBRO + path, {
    method,
    headers: { Authorization: basic(CREDENTIAL), 'Content-Type': 'application/json', ...headers },
    body: body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body),
  })
  return answer.json()
}

/** The last text of that name in an answer. */
function field(answer, name) {
  return [...JSON.stringify(answer).matchAll(new RegExp(\`"\${name}":"([^"]*)"\`, 'g'))].at(-1)?.[1]
}`

const NODE_SEAL = `

const publicKey = await (await fetch(\`\${COBRO}/v1/public-key.pem\`)).text()

function seal(message) {
  const key = Buffer.from(randomBytes(16).toString('hex')) // these 32 characters are the AES-256 key
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const data = Buffer.concat([nonce, cipher.update(JSON.stringify(message)), cipher.final(), cipher.getAuthTag()])
  const sealedKey = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, key)
  return { key: sealedKey.toString('base64'), data: data.toString('base64') }
}`

const PHP = `const CREDENTIAL = 'sk_dev_00000000000000000000000000000000:sandbox';
define('COBRO', getenv('COBRO') ?: 'http://127.0.0.1:8080');

function basic($credential) {
    return 'Basic ' . base64_encode($credential);
}

function cobro($method, $path, $body = null, $headers = []) {
    $lines = [];
    $headers += ['Authorization' => basic(CREDENTIAL), 'Content-Type' => 'application/json'];
    foreach ($headers as $name => $value) $lines[] = "$name: $value";
    $call = curl_init(COBRO . $path);
    curl_setopt_array($call, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_HTTPHEADER => $lines,
        CURLOPT_RETURNTRANSFER => true,
    ]);
    if ($body !== null) curl_setopt($call, CURLOPT_POSTFIELDS, is_string($body) ? $body : json_encode($body));
    return json_decode(curl_exec($call), true);
}

/** The last text of that name in an answer. */
function field($answer, $name) {
    preg_match_all("/\\"$name\\":\\"([^\\"]*)\\"/", json_encode($answer, JSON_UNESCAPED_SLASHES), $found);
    return end($found[1]);
}`

const PHP_SEAL = `

function seal($message) {
    $key = bin2hex(random_bytes(16)); // these 32 characters are the AES-256 key
    $nonce = random_bytes(12);
    $data = openssl_encrypt(json_encode($message), 'aes-256-gcm', $key, OPENSSL_RAW_DATA, $nonce, $tag);
    openssl_public_encrypt($key, $sealedKey, file_get_contents(COBRO . '/v1/public-key.pem'), OPENSSL_PKCS1_OAEP_PADDING);
    return ['key' => base64_encode($sealedKey), 'data' => base64_encode($nonce . $data . $tag)];
}`

const PYTHON = `COBRO = os.environ.get("COBRO", "http://127.0.0.1:8080")
CREDENTIAL = "sk_dev_00000000000000000000000000000000:sandbox"


def basic(credential):
    return "Basic " + base64.b64encode(credential.encode()).decode()


def cobro(method, path, body=None, headers={}):
    request = urllib.request.Request(
        COBRO + path,
        method=method,
        headers={"Authorization": basic(CREDENTIAL), "Content-Type": "application/json", **headers},
        data=body if body is None or isinstance(body, bytes) else json.dumps(body).encode(),
    )
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as refusal:
        return json.load(refusal)


def field(answer, name):
    """The last text of that name in an answer."""
    return re.findall(f'"{name}": "([^"]*)"', json.dumps(answer))[-1]`

const PYTHON_SEAL = `


def seal(message):
    command = [sys.executable, "docs/samples/seal.py"]
    sealed = subprocess.run(command, input=json.dumps(message).encode(), env={**os.environ, "COBRO": COBRO}, stdout=subprocess.PIPE, check=True)
    return json.loads(sealed.stdout)`

/** `seals`: whether the guide has sealed messages. */
export function helpers(seals: boolean): Record<Program, string> {
  const modules = ['base64', 'json', 'os', 're', ...(seals ? ['subprocess', 'sys'] : []), 'time']
  return {
    node: `${seals ? "import { constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto'\n\n" : ''}${NODE}${seals ? NODE_SEAL : ''}`,
    php: `${PHP}${seals ? PHP_SEAL : ''}`,
    python: `import ${modules.join(', ')}, urllib.error, urllib.request\n\n${PYTHON}${seals ? PYTHON_SEAL : ''}`,
  }
}
