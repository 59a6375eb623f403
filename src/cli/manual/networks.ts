// The commands about networks: connectors, and the acquirers that card payments go to.
import type { Page } from './page.ts'

export const networkPages: Readonly<Record<string, Page>> = {
  connectors: {
    words: 0,
    options: ['json'],
    summary: 'list the connector of each port, its settings and what it can do',
    es: 'lista el conector de cada puerto, sus ajustes y lo que puede hacer',
    examples: ['cobro connectors'],
  },
  'connectors list': {
    words: 0,
    options: ['json'],
    summary: 'the same',
    es: 'lo mismo',
    examples: ['cobro connectors list'],
  },
  'connectors check': {
    words: 1,
    synopsis: 'NAME',
    options: ['against', 'json'],
    summary:
      'test a connector against the contract of its port: ours, a file’s or a package’s; with --against, one of ours against a recording instead of its network',
    es: 'prueba un conector contra el contrato de su puerto: uno nuestro, un archivo o un paquete; con --against, uno nuestro contra una grabación en vez de su red',
    examples: ['cobro connectors check ./my-acquirer.mjs', 'cobro connectors check openpay --against openpay.jsonl'],
  },
  'connectors record': {
    words: 2,
    synopsis: 'NAME FILE',
    options: ['json'],
    summary:
      'make the calls of `check` that move nothing, and record what one of our connectors and its network say, cards and secrets masked, in a new file',
    es: 'hace las llamadas de `check` que no mueven nada, y graba lo que dicen uno de nuestros conectores y su red, con tarjetas y secretos tapados, en un archivo nuevo',
    examples: ['cobro connectors record openpay openpay.jsonl', 'RECORD_CONNECTORS=./recordings cobro'],
  },
  'connectors play': {
    words: 1,
    synopsis: 'FILE',
    options: ['port', 'forward-to', 'json'],
    summary:
      'play a recording as the fake of its networks on this machine, until Ctrl-C; with --forward-to, what they reported is sent to Cobro there. Ends with 1 when something was asked or answered that is not in it',
    es: 'hace de sus redes con una grabación, en esta máquina, hasta Ctrl-C; con --forward-to, lo que avisaron se manda al Cobro de ahí. Termina con 1 cuando se pidió o se contestó algo que no está en ella',
    examples: ['cobro connectors play openpay.jsonl --port 9100 --forward-to http://127.0.0.1:8080'],
  },
  'connectors test': {
    words: 1,
    synopsis: 'URL',
    options: ['json'],
    summary: 'test your own service in any language against the contract of each port whose `HTTP_…_SECRET` is set',
    es: 'prueba tu propio servicio, en cualquier lenguaje, contra el contrato de cada puerto cuyo `HTTP_…_SECRET` está puesto',
    examples: ['cobro connectors test http://127.0.0.1:9000'],
  },
  routing: {
    words: 0,
    options: ['json'],
    summary: 'list the acquirers and the rules that choose one for each card payment',
    es: 'lista los adquirentes y las reglas que eligen uno para cada pago con tarjeta',
    examples: ['cobro routing'],
  },
  'routing list': {
    words: 0,
    options: ['json'],
    summary: 'the same',
    es: 'lo mismo',
    examples: ['cobro routing list'],
  },
  'routing show': {
    words: 1,
    synopsis: 'ID',
    options: ['json'],
    summary: 'show which acquirer has a card payment, and why it was chosen',
    es: 'muestra qué adquirente tiene un pago con tarjeta y por qué se eligió',
    examples: ['cobro routing show 0199f0b2-…'],
  },
  'routing set': {
    words: 1,
    synopsis: 'FILE',
    options: ['json'],
    summary: 'replace the rules of routing by those of a JSON file; `[]` removes them all',
    es: 'cambia las reglas que eligen adquirente por las de un archivo JSON; `[]` las quita todas',
    examples: ['cobro routing set rules.json'],
  },
}
