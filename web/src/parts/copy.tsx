// An identifier, drawn character by character, with a button that copies it.
import { Check, Copy as Sheets } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLanguage } from '../language.tsx'

export function Copied({ text, name }: { text: string; name?: string }) {
  const { say } = useLanguage()
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 2_000)
    return () => clearTimeout(timer)
  }, [done])
  // A page without HTTPS has no clipboard.
  const copy = () => navigator.clipboard?.writeText(text).then(() => setDone(true))
  return (
    <span className="copied">
      <code data-figure={name}>{text}</code>
      {typeof navigator.clipboard !== 'undefined' && (
        <button
          type="button"
          className="plain"
          aria-label={say(['Copiar {text}', 'Copy {text}'], { text })}
          onClick={() => void copy()}
        >
          {done ? <Check aria-hidden="true" size={15} /> : <Sheets aria-hidden="true" size={15} />}
        </button>
      )}
      <span role="status" className="hidden">
        {done && say(['Copiado', 'Copied'])}
      </span>
    </span>
  )
}
