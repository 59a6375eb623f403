// `.env` is read as it was meant, whatever saved it, and no name or line of it is ignored in silence.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEnvFile, textOf } from '../../../src/config/env-file.ts'
import { misnamed } from '../../../src/config/names.ts'
import { settings } from '../../../src/config/settings.ts'
import { readConfig } from '../../../src/config.ts'

const read = (text: string) => parseEnvFile('.env', text).values
const fault = (text: string): string => {
  try {
    read(text)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

test('a byte order mark hides no line, in UTF-8 and in UTF-16', () => {
  const text = 'COBRO_MODE=production\nMAIL_FROM=Ñandú <a@b.mx>\n'
  const big = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), Buffer.from(`\ufeff${text}`, 'utf16le'), big])
    assert.equal(textOf('.env', bytes), text)
  assert.throws(() => textOf('.env', Buffer.from(text, 'utf16le')), /save it as UTF-8/)
  assert.throws(() => textOf('.env', Buffer.from(text, 'latin1')), /not written in UTF-8: save it as UTF-8/)
  assert.throws(() => textOf('.env', Buffer.from('A=b\0')), /save it as UTF-8/)
})

test('a value is what stands after the equals sign, with quotes, comments and line ends of any kind', () => {
  assert.deepEqual(read('A=1\r\nexport B = two \rC="x # y" # why\n# note\n\n  D=\'z\'\nE=`a`\nF=\nG=a=b'), {
    A: '1',
    B: 'two',
    C: 'x # y',
    D: 'z',
    E: 'a',
    F: '',
    G: 'a=b',
  })
  assert.equal(read('CERT="one\ntwo"\nPORT=1').CERT, 'one\ntwo')
  assert.equal(read('PORT=8081 # a comment').PORT, '8081')
  assert.deepEqual(read('A=1\nA=1'), { A: '1' })
})

test('a line that cannot be read is named by its number, without its value', () => {
  assert.match(fault('PORT 8080'), /line 1 is not NAME=value/)
  assert.match(fault('A=1\nPORT: 8080'), /line 2 is not NAME=value/)
  assert.match(fault('=x\nA B=1\n1A=1'), /line 1 .*\n.*line 2 .*\n.*line 3 /)
  assert.match(fault('A="b\nC=d'), /line 1: the quote of A is not closed/)
  assert.match(fault('A="b"c'), /line 1: something follows the closing quote of A/)
  assert.match(fault('SMTP_URL=smtps://u:hunter2#w@h'), /line 1: the value of SMTP_URL has a #.*quotes/)
  assert.match(fault('PORT=1\n\nPORT=2'), /lines 1 and 3 set PORT to different values/)
  assert.doesNotMatch(fault('SMTP_URL=smtps://u:hunter2#w@h'), /hunter2/)
})

test('a name in a value that a shell would replace is named, because nothing replaces it here', () => {
  for (const line of [`DATA_DIR=\${HOME}/cobro`, `DATA_DIR="\${HOME:-/x}/cobro"`, `A=x\${B}`, 'A=$(cat /run/key)'])
    assert.match(fault(line), /line 1: the value of \w+ has a \$.*is not replaced.*single quotes/, line)
  assert.deepEqual(read(`A='\${B}'\nC=p$ss\nD=a$\nE=$1`), { A: `\${B}`, C: 'p$ss', D: 'a$', E: '$1' })
})

const names = (text: string, environment: Record<string, string> = {}) =>
  misnamed(text === '' ? undefined : parseEnvFile('.env', text), environment)

test('a name in the file that is no setting is named with its line and the nearest setting', () => {
  assert.match(
    names('A=1\nCOBRO_MOD=production').faults[0] ?? '',
    /line 2: COBRO_MOD is no setting: did you mean COBRO_MODE\?/,
  )
  assert.match(names('cobro_mode=production').faults[0] ?? '', /cobro_mode is no setting: did you mean COBRO_MODE\?/)
  assert.match(names('DATABASE_URI=x').unknown[0]?.text ?? '', /did you mean DATABASE_URL\?/)
  assert.match(names('POSTGRES_PASSWORD=x').unknown[0]?.text ?? '', /POSTGRES_PASSWORD is no setting$/)
  assert.deepEqual(names('PORT=1\nCOBRO_MODE=sandbox\nCOBRO_TEST_SEED=1'), { faults: [], unknown: [], doubts: [] })
})

test('names in the environment that look like ours are named; those of a platform are not', () => {
  assert.match(names('', { '\ufeffCOBRO_MODE': 'production' }).faults[0] ?? '', /it should be COBRO_MODE/)
  assert.match(names('', { COBRO_MOD: 'production' }).unknown[0]?.text ?? '', /did you mean COBRO_MODE\?/)
  assert.match(names('', { cobro_mode: 'production' }).unknown[0]?.text ?? '', /did you mean COBRO_MODE\?/)
  const platform = {
    COBRO_PORT: 'tcp://10.0.0.1:80',
    COBRO_SERVICE_HOST: '10.0.0.1',
    COBRO_PORT_80_TCP_ADDR: 'x',
    port: '1',
  }
  assert.deepEqual(names('', platform), { faults: [], unknown: [], doubts: [] })
})

test('every setting is read', () => {
  const seen = new Set<string>()
  // A gateway for SMS has further settings.
  const values: Record<string, string> = { SMS_URL: 'https://sms.example', SMS_ACCOUNT: 'a', SMS_TOKEN: 't' }
  readConfig(
    new Proxy(values, {
      get: (_, name) => {
        seen.add(String(name))
        return values[String(name)]
      },
    }),
  )
  assert.deepEqual(
    Object.keys(settings).filter((name) => !seen.has(name)),
    [],
  )
})
