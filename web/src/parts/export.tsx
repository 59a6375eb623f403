// Exports the shown list, with its filters, as CSV or XLSX: the service writes the file in the background and reports its progress.
import { useState } from 'react'
import type { Export } from '../../../client/src/types.ts'
import { count } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { useRead } from '../read.ts'
import { Ask, Field } from './ask.tsx'

export function ExportList({ list, query }: { list: string; query: Record<string, string> }) {
  const { say, language } = useLanguage()
  const [format, setFormat] = useState('xlsx')
  return (
    <div className="exports">
      <Ask<Export>
        button={say(['Exportar', 'Export'])}
        title={say(['Exportar esta lista', 'Export this list'])}
        text={say([
          'Todas las páginas, con los filtros que ves. El archivo se queda 24 horas.',
          'All pages, with the filters that you see. The file is kept for 24 hours.',
        ])}
        confirm={say(['Preparar archivo', 'Prepare the file'])}
        change={() => ({ method: 'POST', path: '/v1/exports', body: { list, query, format, lang: language } })}
        onDone={(made) => <Progress id={made.id} format={made.format} />}
      >
        <Field label={say(['Formato', 'Format'])}>
          <select value={format} onChange={(event) => setFormat(event.target.value)}>
            <option value="xlsx">Excel (XLSX)</option>
            <option value="csv">CSV</option>
          </select>
        </Field>
      </Ask>
    </div>
  )
}

function Progress({ id, format }: { id: string; format: string }) {
  const { say } = useLanguage()
  const [done, setDone] = useState(false)
  const read = useRead<Export>(`/v1/exports/${id}`, done ? 0 : 500)
  const { status = 'pending', rows = 0, rows_total: total = null, progress = null, url = null } = read.data ?? {}
  if (status !== 'pending' && !done) setDone(true)
  if (status === 'failed')
    return <p className="notice bad">{say(['No se pudo escribir el archivo.', 'The file could not be written.'])}</p>
  if (status === 'finished' && url !== null) {
    return (
      <p className="stack">
        <span>{say(['Listo: {rows} filas.', 'Done: {rows} rows.'], { rows: count(rows) })}</span>
        {/* The path alone: the address may be one that others reach the service by. */}
        <a className="button main" href={new URL(url).pathname} download>
          {say(['Descargar {format}', 'Download {format}'], { format: format.toUpperCase() })}
        </a>
      </p>
    )
  }
  const label = say(['Escribiendo el archivo', 'Writing the file'])
  return (
    <p className="stack">
      <span>
        {label} · {count(rows)}
        {total !== null && ` / ${count(total)}`}
      </span>
      {progress === null ? <progress aria-label={label} /> : <progress aria-label={label} max={100} value={progress} />}
    </p>
  )
}
