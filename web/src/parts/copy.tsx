// An identifier, drawn character by character, or a sentence, with a button that copies it.
import { Check, Copy as Sheets } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLanguage } from '../language.tsx'

export function Copied({ text, name, as: Drawn = 'code' }: { text: string; name?: string; as?: 'code' | 'span' }) {
  const { say } = useLanguage()
  const place = useRef<HTMLElement>(null)
  const [done, setDone] = useState<'copied' | 'marked'>()
  useEffect(() => {
    if (done !== 'copied') return
    const timer = setTimeout(() => setDone(undefined), 2_000)
    return () => clearTimeout(timer)
  }, [done])
  // A page without HTTPS has no clipboard, and a browser may refuse it: the text is marked then, and copied as pages did before.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setDone('copied')
    } catch {
      if (place.current !== null) getSelection()?.selectAllChildren(place.current)
      setDone(document.execCommand('copy') ? 'copied' : 'marked')
    }
  }
  return (
    <span className="copied">
      <Drawn data-figure={name} ref={place}>
        {text}
      </Drawn>
      <button
        type="button"
        className="plain"
        aria-label={say(['Copiar {text}', 'Copy {text}'], { text })}
        onClick={() => void copy()}
      >
        {done === 'copied' ? <Check aria-hidden="true" size={15} /> : <Sheets aria-hidden="true" size={15} />}
      </button>
      <span role="status" className={done === 'marked' ? 'quiet small' : 'hidden'}>
        {done === 'copied' && say(['Copiado', 'Copied'])}
        {done === 'marked' &&
          say(['Quedó marcado: cópialo con el teclado.', 'It is marked: copy it with the keyboard.'])}
      </span>
    </span>
  )
}
