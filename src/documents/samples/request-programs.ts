// One request as a command and as a program of each language. Runs on the server and in the reader's browser.
import { type Json, literal, quotedInJs, quotedInPhp, quotedInPython } from './literals.ts'

interface SampleRequest {
  method: string
  /** The whole address. */
  address: string
  /** The key and the secret; undefined for a call without a credential. */
  basic?: { key: string; secret: string } | undefined
  headers: Record<string, string>
  /** A text, or the name of a file that is sent. */
  body?: { text: string } | { file: string } | undefined
}

export const programs = {
  curl: { label: 'curl', of: curl },
  node: { label: 'Node', of: node },
  php: { label: 'PHP', of: php },
  python: { label: 'Python', of: python },
} satisfies Record<string, { label: string; of(request: SampleRequest): string }>

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function curl({ method, address, basic, headers, body }: SampleRequest): string {
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method])]
  if (basic) parts.push('-u', quoted(`${basic.key}:${basic.secret}`))
  for (const [name, value] of Object.entries(headers)) parts.push('-H', quoted(`${name}: ${value}`))
  if (body) parts.push('--data-binary', quoted('text' in body ? body.text : `@${body.file}`))
  return [...parts, quoted(address)].join(' ')
}

/** The body as a value of the language, or undefined for a body that is not JSON. */
function bodyValue(body: SampleRequest['body']): Json | undefined {
  if (body === undefined || !('text' in body)) return undefined
  try {
    return JSON.parse(body.text) as Json
  } catch {
    return undefined
  }
}

function node({ method, address, basic, headers, body }: SampleRequest): string {
  const value = bodyValue(body)
  const credential = basic && `\`Basic \${btoa(${quotedInJs(`${basic.key}:${basic.secret}`)})}\``
  const lines = [
    ...(credential ? [`authorization: ${credential}`] : []),
    ...Object.entries(headers).map(([name, text]) => `${quotedInJs(name)}: ${quotedInJs(text)}`),
  ]
  const isFile = body !== undefined && 'file' in body
  return `${isFile ? "import { readFileSync } from 'node:fs'\n\n" : ''}const answer = await fetch(${quotedInJs(address)}, {
  method: ${quotedInJs(method)},${lines.length > 0 ? `\n  headers: {\n${lines.map((line) => `    ${line},\n`).join('')}  },` : ''}${
    body === undefined
      ? ''
      : `\n  body: ${isFile ? `readFileSync(${quotedInJs(body.file)})` : value === undefined ? quotedInJs(body.text) : `JSON.stringify(${literal('node', value, 1)})`},`
  }
})
console.log(answer.status, await answer.text())`
}

function php({ method, address, basic, headers, body }: SampleRequest): string {
  const value = bodyValue(body)
  const lines = Object.entries(headers).map(([name, text]) => `        ${quotedInPhp(`${name}: ${text}`)},\n`)
  return `$call = curl_init(${quotedInPhp(address)});
curl_setopt_array($call, [
    CURLOPT_CUSTOMREQUEST => ${quotedInPhp(method)},${basic ? `\n    CURLOPT_USERPWD => ${quotedInPhp(`${basic.key}:${basic.secret}`)},` : ''}${
      lines.length > 0 ? `\n    CURLOPT_HTTPHEADER => [\n${lines.join('')}    ],` : ''
    }${
      body === undefined
        ? ''
        : `\n    CURLOPT_POSTFIELDS => ${'file' in body ? `file_get_contents(${quotedInPhp(body.file)})` : value === undefined ? quotedInPhp(body.text) : `json_encode(${literal('php', value, 1)})`},`
    }
    CURLOPT_RETURNTRANSFER => true,
]);
$text = curl_exec($call);
echo curl_getinfo($call, CURLINFO_RESPONSE_CODE), ' ', $text;`
}

function python({ method, address, basic, headers, body }: SampleRequest): string {
  const value = bodyValue(body)
  const credential = basic && quotedInPython(`${basic.key}:${basic.secret}`)
  const lines = [
    ...(credential ? [`"Authorization": "Basic " + base64.b64encode(${credential}.encode()).decode()`] : []),
    ...Object.entries(headers).map(([name, text]) => `${quotedInPython(name)}: ${quotedInPython(text)}`),
  ]
  const data =
    body === undefined
      ? ''
      : `\n    data=${'file' in body ? `open(${quotedInPython(body.file)}, "rb").read()` : value === undefined ? `${quotedInPython(body.text)}.encode()` : `json.dumps(${literal('python', value, 1)}).encode()`},`
  const modules = [...(credential ? ['base64'] : []), ...(value === undefined ? [] : ['json'])]
  return `import ${[...modules, 'urllib.error', 'urllib.request'].join(', ')}

request = urllib.request.Request(
    ${quotedInPython(address)},
    method=${quotedInPython(method)},${lines.length > 0 ? `\n    headers={\n${lines.map((line) => `        ${line},\n`).join('')}    },` : ''}${data}
)
try:
    answer = urllib.request.urlopen(request)
except urllib.error.HTTPError as refusal:
    answer = refusal
print(answer.status, answer.read().decode())`
}
