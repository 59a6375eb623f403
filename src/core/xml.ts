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
