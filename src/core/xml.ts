// Text in XML 1.0.

/**
 * A text as content or as a quoted value. Control characters other than tab and line ends, and half surrogates, have no place in XML: each
 * becomes the replacement character.
 */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(UNWRITABLE, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be written.
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/**
 * The attributes of the first element of a name, as they are meant: with either quotes, in any order, and without references. Undefined: there is no such
 * element. Sample: of `<a:b c = 'x &#38; y'/>` the attribute `c` is `x & y`.
 */
export function xmlAttributes(xml: string, element: string): Record<string, string> | undefined {
  const [, text] = new RegExp(`<${element}((?:\\s+[\\w:.-]+\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*/?>`).exec(xml) ?? []
  if (text === undefined) return undefined
  const pairs = text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  return Object.fromEntries([...pairs].map(([, name = '', double, single = '']) => [name, meant(double ?? single)]))
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function meant(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
