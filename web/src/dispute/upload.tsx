// Files against a dispute: dropped onto the page or chosen, one after another, each with what it shows.
import { Upload as Arrow } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import type { DisputeWithEvidence } from '../../../client/src/types.ts'
import { useLanguage } from '../language.tsx'
import { useFault } from '../parts/fault.tsx'
import { Alert } from '../parts/states.tsx'
import { useChange } from '../read.ts'
import { HELPS, KINDS, kindWords } from './kinds.ts'

const TYPES = 'application/pdf,image/png,image/jpeg'

export function Upload({ dispute }: { dispute: DisputeWithEvidence }) {
  const { say } = useLanguage()
  const changing = useChange()
  const fault = useFault(kindWords)
  const [first = 'other'] = HELPS[dispute.reason.category] ?? []
  const [kind, setKind] = useState<string>(first)
  const [isOver, setOver] = useState(false)
  const [round, setRound] = useState(0)
  const [taken, setTaken] = useState(0)
  const put = async (files: Iterable<File>) => {
    setTaken(0)
    for (const file of files) {
      if (file.size === 0) continue
      const query = new URLSearchParams({ kind, name: file.name.slice(0, 100) })
      const body = file.type === '' ? new Blob([file], { type: 'application/octet-stream' }) : file
      try {
        await changing.mutateAsync({ method: 'POST', path: `/v1/disputes/${dispute.id}/files?${query}`, body })
        setTaken((now) => now + 1)
      } catch {
        // The refusal is shown below; the files after it are not sent.
        break
      }
    }
    setRound((now) => now + 1)
  }
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(is)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void put(event.dataTransfer.files)
  }
  return (
    <div className="stack">
      <label className="field">
        <span>{say(['Qué muestran', 'What they show'])}</span>
        <select name="kind" value={kind} onChange={(event) => setKind(event.target.value)}>
          {KINDS.map(([one, words]) => (
            <option key={one} value={one}>
              {say(words)}
            </option>
          ))}
        </select>
      </label>
      <label
        className={isOver ? 'drop over' : 'drop'}
        onDragEnter={over(true)}
        onDragOver={over(true)}
        onDragLeave={over(false)}
        onDrop={drop}
      >
        <Arrow aria-hidden="true" size={20} />
        <span>{say(['Archivo: PDF, PNG o JPEG, hasta 5 MB', 'File: PDF, PNG or JPEG, up to 5 MB'])}</span>
        <span className="quiet">
          {say(['Suelta aquí los archivos, o elígelos', 'Drop files here, or choose them'])}
        </span>
        <input
          key={round}
          type="file"
          accept={TYPES}
          multiple
          disabled={changing.isPending}
          onChange={(event) => void put(event.target.files ?? [])}
        />
      </label>
      <p role="status" className="quiet">
        {changing.isPending
          ? say(['Subiendo …', 'Uploading …'])
          : taken > 0 && say(['Archivos subidos: {taken}', 'Files uploaded: {taken}'], { taken })}
      </p>
      <Alert>{fault(changing.error)}</Alert>
    </div>
  )
}
