// What DATABASE_URL may look like. A fault names its part, and never shows a value, which may be a password.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { nearest } from '../core/language/nearest-word.ts'

/** What PostgreSQL's own clients take, and `pg`. A mistyped one would be ignored: `sslmod=require` would connect in the clear. */
const PARAMETERS = [
  ...['host', 'hostaddr', 'port', 'dbname', 'user', 'password', 'passfile', 'require_auth', 'channel_binding'],
  ...['connect_timeout', 'client_encoding', 'options', 'application_name', 'fallback_application_name'],
  ...['keepalives', 'keepalives_idle', 'keepalives_interval', 'keepalives_count', 'tcp_user_timeout', 'replication'],
  ...['gssencmode', 'sslmode', 'sslnegotiation', 'requiressl', 'sslcompression', 'sslcert', 'sslkey', 'sslpassword'],
  ...['sslcertmode', 'sslrootcert', 'sslcrl', 'sslcrldir', 'sslsni', 'requirepeer', 'ssl_min_protocol_version'],
  ...['ssl_max_protocol_version', 'krbsrvname', 'gsslib', 'gssdelegation', 'service', 'target_session_attrs'],
  ...['load_balance_hosts', 'ssl', 'uselibpqcompat', 'encoding', 'statement_timeout', 'lock_timeout'],
  ...['query_timeout', 'idle_in_transaction_session_timeout', 'keepAlive', 'keepAliveInitialDelayMillis', 'pgbouncer'],
]
const LEAVE_OUT = 'leave it out, or have the server demand it'
/** What PostgreSQL's own clients take and this program does not carry out: a connection would be less safe than its address says, or go elsewhere. */
const NOT_CARRIED_OUT = new Map([
  ...['sslcrl', 'sslcrldir', 'sslpassword', 'require_auth', 'requirepeer'].map((name) => [name, LEAVE_OUT] as const),
  ...['ssl_min_protocol_version', 'ssl_max_protocol_version'].map((name) => [name, LEAVE_OUT] as const),
  ['requiressl', 'write sslmode=require'],
  ['replication', 'leave it out'],
  ['query_timeout', 'set DATABASE_READ_TIMEOUT_MS and DATABASE_WRITE_TIMEOUT_MS'],
  ['hostaddr', 'write the address as the host'],
  ['dbname', 'write the name of the database behind the host'],
  ['passfile', 'name the file in the variable PGPASSFILE'],
  ['service', 'write the host, the user and the database'],
])
/** What a parameter may be where other values, which PostgreSQL's own clients know, are not carried out. */
const CARRIED_OUT = new Map<string, readonly string[]>([
  ['sslmode', ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']],
  ['ssl', ['true', '1', '0', 'no-verify']],
  ['channel_binding', ['disable', 'prefer', 'require']],
  ['gssencmode', ['disable', 'prefer']],
  ['sslcertmode', ['disable', 'allow']],
  ['sslnegotiation', ['postgres', 'direct']],
  ['sslsni', ['1']],
  ['target_session_attrs', ['any', 'read-write', 'primary']],
])

/** The fault of an address, in words; undefined for one that can be tried. */
export function databaseUrlFault(url: string): string | undefined {
  if (url === ':memory:') return undefined
  if (/^file:./.test(url))
    return /[?#]/.test(url) ? 'a path with ? or # is not possible: a file has no parameters' : undefined
  if (!/^postgres(ql)?:\/\//.test(url)) return '`file:PATH`, `:memory:` or `postgres://user:password@host/name`'
  if (/,/.test(hostPart(url))) return ONE_HOST
  // A socket's folder stands in `host`, and nothing before the path.
  const address = URL.parse(url) ?? URL.parse(url.replace('@/', '@socket/'))
  if (address === null || address.hash !== '')
    return 'it is not an address: write special characters of the password as % and two digits (@ is %40, / is %2F, # is %23), and the port as a number'
  const names = [...address.searchParams.keys()]
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) return `it has the parameter ${twice} twice`
  for (const [name, value] of address.searchParams) {
    if (!PARAMETERS.includes(name)) {
      const near = nearest(name, PARAMETERS)
      return `it has the parameter ${name}, which PostgreSQL does not know${near === undefined ? '' : `: did you mean ${near}?`}`
    }
    const instead = NOT_CARRIED_OUT.get(name)
    if (instead !== undefined) return `it has the parameter ${name}, which Cobro does not carry out: ${instead}`
    if ((name === 'host' || name === 'hostaddr' || name === 'port') && value.includes(',')) return ONE_HOST
    const may = CARRIED_OUT.get(name)
    if (may !== undefined && !may.includes(value))
      return `${name} is ${may.length > 1 ? 'one of ' : ''}${may.join(', ')}`
    // Whoever reads one of them looks for these words.
    if (may !== undefined && !address.search.slice(1).split('&').includes(`${name}=${value}`))
      return `write ${name}=${value} without %`
    if (/^(client_)?encoding$/.test(name) && !/^(utf-?8|unicode|auto)$/i.test(value)) return `${name} must be UTF8`
    if (/^ssl(cert|key|rootcert)$/.test(name) && !existsSync(value)) return `there is no file that ${name} names`
  }
  return faultTogether(address.searchParams)
}

/** The fault of parameters that contradict each other. */
function faultTogether(parameters: URLSearchParams): string | undefined {
  const mode = parameters.get('sslmode') ?? ''
  if (parameters.get('sslcertmode') === 'disable' && parameters.has('sslcert'))
    return 'sslcertmode=disable sends no certificate: leave out sslcert'
  if (parameters.get('channel_binding') === 'require' && ['', 'disable'].includes(mode))
    return 'channel_binding=require needs an encrypted connection: add sslmode=require or sslmode=verify-full'
  if (mode === 'verify-ca' && !parameters.has('sslrootcert'))
    return 'sslmode=verify-ca needs sslrootcert, the certificate of the authority; or use verify-full'
  return certificateFault(parameters)
}

/** A file that is no certificate would be ignored, and the server refused or its own certificate not known. */
function certificateFault(parameters: URLSearchParams): string | undefined {
  const [cert, key] = [parameters.get('sslcert'), parameters.get('sslkey')]
  if ((cert === null) !== (key === null)) return 'sslcert and sslkey go together: write both or neither'
  const certificateIn = (name: string) => readOf(name, parameters, (text) => new X509Certificate(text))
  for (const name of ['sslrootcert', 'sslcert'])
    if (certificateIn(name) === null) return `${name} names no certificate (PEM) that can be read`
  const own = readOf('sslkey', parameters, (text) => createPrivateKey(text))
  if (own === null) return 'sslkey names no private key (PEM) that can be read without a passphrase'
  if (own !== undefined && certificateIn('sslcert')?.checkPrivateKey(own) === false)
    return 'sslkey is not the key of sslcert'
  return undefined
}

/** What a parameter's file holds; undefined without the parameter, null where it holds something else. */
function readOf<T>(name: string, parameters: URLSearchParams, read: (text: Buffer) => T): T | null | undefined {
  const path = parameters.get(name)
  if (path === null) return undefined
  try {
    return read(readFileSync(path))
  } catch {
    return null
  }
}

const ONE_HOST =
  'it names several hosts, and Cobro connects to one: name the address that always leads to the primary (a pooler, a proxy or a DNS name)'

/** What stands between the user and the path. */
function hostPart(url: string): string {
  const rest = url.slice(url.indexOf('://') + 3).split(/[/?]/)[0] ?? ''
  return rest.slice(rest.lastIndexOf('@') + 1)
}
