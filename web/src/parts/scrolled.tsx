// A scrolling part, such as a wide table or a long text: reached with the keyboard, and named for a screen reader.
import type { ReactNode } from 'react'
import { withoutTurning } from '../../../src/core/turning.ts'

export function Wide({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a section would be one landmark for each table.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard.
    <div className="table" tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  )
}

export function Long({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a section would be one landmark for each text.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard.
    <pre tabIndex={0} role="group" aria-label={label}>
      {withoutTurning(text)}
    </pre>
  )
}
