// Passwords that are guessed first are recognised.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isEasilyGuessed } from '../../../../src/console/sign-in/weak-passwords.ts'

const OWN = ['ana.lopez@laesquina.mx', 'Ana López', 'Café La Esquina']

test('common words, sequences, repetitions, years and own names are refused, however they are written', () => {
  for (const password of [
    '123456789012',
    'password1234',
    'Password1234!',
    'Pa$$w0rd!2026',
    'P4ssw0rdP4ssw0rd',
    'contraseña123',
    'Contraseña2026!',
    'qwertyuiop12',
    '1q2w3e4r5t6y',
    'qazwsxedcrfv',
    'abcdefghijkl',
    'zyxwvutsrqpo',
    '210987654321',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'Admin12345678',
    'administrador1',
    'iloveyou1234',
    'welcome2026!!',
    'letmein-letmein',
    'correct horse battery staple'.replaceAll(' ', ''),
    'ana.lopez.2026',
    'AnaLopez1234',
    'laesquina2026',
    'México123456',
    'Verano2026!!!',
    '------------',
  ])
    assert.ok(isEasilyGuessed(password, OWN), password)
})

test('several ordinary words and random characters are taken', () => {
  for (const password of [
    'caballo correcto pila grapa',
    'ventana azul bajo lluvia',
    'Tr7#kQz!mW2p',
    'muelle-barco-niebla-47',
    'xK9vLq2RtB8n',
  ])
    assert.equal(isEasilyGuessed(password, OWN), false, password)
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9#%&]{20,40}$/), (password) => {
      // Random texts of twenty characters are never explained by a word and a sequence alone.
      if (new Set(password.toLowerCase()).size >= 14) assert.equal(isEasilyGuessed(password, []), false)
    }),
  )
})
