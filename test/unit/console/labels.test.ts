import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { labelled, labels, withoutName } from '../../../web/src/labels.ts'

const inSpanish = (name: string) => labels[name.split('.').at(-1) ?? name]?.[0]

test('a sentence of the service has the label of its field, and no name of the wire', () => {
  for (const [field, text, shown] of [
    ['clabe', 'clabe debe tener 18 dígitos', 'CLABE: debe tener 18 dígitos'],
    ['password', 'password: de 12 a 200 caracteres', 'Contraseña: de 12 a 200 caracteres'],
    [
      'destination.clabe',
      'la CLABE tiene un dígito equivocado: revísala',
      'La CLABE tiene un dígito equivocado: revísala',
    ],
    ['max_amount', 'max_amount es menos que min_amount (20.00)', 'Monto hasta: es menos que «Monto desde» (20.00)'],
    ['payment_method', 'payment_method contradice a charge_method', 'Forma de pago: contradice a «Forma de pago»'],
    ['nobody_knows', 'nobody_knows no es un campo de este servicio', 'Nobody_knows no es un campo de este servicio'],
  ] as const)
    assert.equal(labelled(field, text, inSpanish), shown)
  assert.equal(withoutName('rfc', 'rfc debe ser un RFC'), 'Debe ser un RFC')
})

test('every field that a person fills in at the console has a label for its faults', () => {
  const names = globSync('web/src/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<(?:input|select|textarea)[^>]*?\sname="(\w+)"/g)].map(
      ([, name = '']) => name,
    ),
  )
  const unnamed = new Set(names.filter((name) => labels[name] === undefined))
  assert.ok(names.length > 30)
  // A name for the browser alone, the tick boxes of scopes and roles, and the sandbox's faults and payments.
  assert.deepEqual([...unnamed].sort(), ['fault', 'rail', 'roles', 'scope', 'username'])
})
