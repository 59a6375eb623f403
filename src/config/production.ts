// The settings that production requires and for which the sandbox has defaults.
import { acquirersIn, networkSettings } from './networks.ts'
import { list, type Reading } from './reading.ts'

export function checkProduction({ text, faults }: Reading): void {
  if (text('AT_REST_KEY') === '') {
    faults.push('AT_REST_KEY is needed in production: 32 random bytes, e.g. from `openssl rand -hex 32`')
  } else if (isWeakKey(text('AT_REST_KEY')))
    faults.push('AT_REST_KEY is no random key: make one with `openssl rand -hex 32`')
  if (text('METRICS_TOKEN') !== '' && text('METRICS_TOKEN').length < 16)
    faults.push('METRICS_TOKEN has fewer than 16 characters: make one with `openssl rand -hex 16`')
  if (text('TLS_CERT_FILE') === '' && list(text('TRUST_PROXY')).length === 0) {
    faults.push('production speaks HTTPS: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUST_PROXY when a proxy ends it')
  }
  for (const name of Object.values(networkSettings)) {
    const named = name === networkSettings.acquirer ? acquirersIn(text(name)) : [{ connector: text(name) }]
    if (named.some(({ connector }) => /^sandbox\b/.test(connector)))
      faults.push(`${name}=${text(name)}: production needs a real connector`)
  }
}

/** 32 random bytes have about 30 different values; fewer than 20 do not occur by chance. */
function isWeakKey(text: string): boolean {
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  const steps = new Set(bytes.map((byte, at) => byte - (bytes[at - 1] ?? 0)))
  return new Set(bytes).size < 20 || steps.size < 10
}
