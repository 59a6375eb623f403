// Sums by day as lines, drawn by uPlot, which is loaded for the first plot. Above it are the numbers of the day under the pointer; a table below has
// those of all days.

import { useEffect, useRef, useState } from 'react'
import type uPlot from 'uplot'
import { day, dayAndMonth, pesos } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Wide } from './scrolled.tsx'

interface Series {
  label: string
  /** A colour of the style sheet: `--rail-card`. */
  colour: string
  className: string
  /** Whole centavos, one for each day. */
  values: number[]
}

const HEIGHT = 260

export function Plot({ title, days, series }: { title: string; days: string[]; series: Series[] }) {
  const { say, language } = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const shown = pointed !== null && pointed < days.length ? pointed : days.length - 1
  const drawn = JSON.stringify([days, series, language])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` is all that it draws.
  useEffect(() => {
    const box = place.current
    if (box === null) return
    let plot: uPlot | undefined
    let gone = false
    const draw = async () => {
      const { default: UPlot } = await import('uplot')
      if (gone) return
      plot?.destroy()
      plot = new UPlot(options(), [days.map((_, at) => at), ...series.map(({ values }) => values)], box)
    }
    const colourOf = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
    const options = (): uPlot.Options => {
      const axis = {
        stroke: colourOf('--quiet'),
        grid: { stroke: colourOf('--line'), width: 1 },
        ticks: { show: false },
        font: `12px ${getComputedStyle(document.body).fontFamily}`,
      }
      return {
        width: box.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false, drag: { setScale: false, x: false, y: false } },
        hooks: { setCursor: [({ cursor }) => setPointed(cursor.idx ?? null)] },
        scales: {
          x: { time: false },
          y: { range: (_, low, high) => [Math.min(0, low), Math.max(10_000, high * 1.1)] },
        },
        axes: [
          {
            ...axis,
            space: 56,
            size: 32,
            incrs: [1, 2, 3, 5, 7],
            grid: { show: false },
            values: (_, at) => at.map((one) => (days[one] === undefined ? '' : dayAndMonth(days[one], language))),
          },
          { ...axis, size: 84, values: (_, at) => at.map((one) => pesos(one).replace(/\.00$/, '')) },
        ],
        series: [
          {},
          ...series.map(({ label, colour }) => ({
            label,
            stroke: colourOf(colour),
            width: 2,
            points: { show: true, size: 5, fill: colourOf(colour) },
          })),
        ],
      }
    }
    void draw()
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const redraw = () => void draw()
    dark.addEventListener('change', redraw)
    const sized = new ResizeObserver(() => plot?.setSize({ width: box.clientWidth, height: HEIGHT }))
    sized.observe(box)
    return () => {
      gone = true
      dark.removeEventListener('change', redraw)
      sized.disconnect()
      plot?.destroy()
    }
  }, [drawn])
  return (
    <figure className="card">
      <figcaption>
        <h2>{title}</h2>
      </figcaption>
      <ul className="legend">
        <li className="capital">{day(days[shown] ?? '', language)}</li>
        {series.map(({ label, className, values }) => (
          <li key={label} className={className}>
            <i aria-hidden="true" />
            {label} <strong>{pesos(values[shown] ?? 0)}</strong>
          </li>
        ))}
      </ul>
      <div
        className="plot"
        ref={place}
        role="img"
        aria-label={say(
          ['{title}: los números están en la tabla que sigue', '{title}: the numbers are in the table that follows'],
          { title },
        )}
      />
      <details>
        <summary>{say(['Ver como tabla', 'Show as a table'])}</summary>
        <Wide label={title}>
          <table>
            <caption className="hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{say(['Día', 'Day'])}</th>
                {series.map(({ label }) => (
                  <th key={label} scope="col" className="right">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days
                .map((date, at) => (
                  <tr key={date}>
                    <th scope="row">{day(date, language)}</th>
                    {series.map(({ label, values }) => (
                      <td key={label} className="right">
                        {pesos(values[at] ?? 0)}
                      </td>
                    ))}
                  </tr>
                ))
                .reverse()}
            </tbody>
          </table>
        </Wide>
      </details>
    </figure>
  )
}
