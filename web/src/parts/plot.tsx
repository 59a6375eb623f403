// Sums by day as bars, one way of paying on the other, drawn by uPlot, which is loaded for the first plot. Above it are the numbers of the day under the pointer, or
// of all days; a table below has those of each day. What goes out is below the line.
import { useEffect, useRef, useState } from 'react'
import type uPlot from 'uplot'
import { day, dayAndMonth, pesos } from '../format.ts'
import { counted, useLanguage } from '../language.tsx'
import { scaleOf } from './scale.ts'
import { Wide } from './scrolled.tsx'

interface Series {
  label: string
  /** A colour of the style sheet: `--rail-card`. */
  colour: string
  className: string
  /** Whole centavos, one for each day. */
  values: number[]
}

const HEIGHT = 240
/** Room above the bars for the amounts of those that are cut off. */
const HEAD = 24
/** How far down the gap in such a bar is, and how high. */
const GAP = 10

export function Plot({
  title,
  days,
  series,
  onDay,
}: {
  title: string
  days: string[]
  series: Series[]
  /** Somebody pressed a day. */
  onDay?: (date: string) => void
}) {
  const { say, language } = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const opened = useRef(onDay)
  opened.current = onDay
  const [pointed, setPointed] = useState<number | null>(null)
  const [isWhole, setIsWhole] = useState(false)
  const shown = pointed !== null && pointed < days.length ? pointed : undefined
  const heights = days.map((_, at) => series.reduce((sum, { values }) => sum + Math.max(0, values[at] ?? 0), 0))
  const ordinary = scaleOf(heights)
  const { beyond } = isWhole ? scaleOf(heights, true) : ordinary
  const drawn = JSON.stringify([days, series, language, isWhole])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` is all that it draws.
  useEffect(() => {
    const box = place.current
    if (box === null) return
    let plot: uPlot | undefined
    let UPlot: typeof uPlot | undefined
    let gone = false
    const load = async () => {
      // The letters of the amounts on a canvas do not change when they are loaded later.
      const [part] = await Promise.all([import('uplot'), document.fonts.load('600 12px Inter')])
      UPlot = part.default
      draw()
    }
    const draw = () => {
      if (gone || UPlot === undefined) return
      plot?.destroy()
      const stacked = stackOf(days.length, series)
      const data: uPlot.AlignedData = [days.map((_, at) => at), ...stacked.map(({ values }) => values)]
      plot = new UPlot(options(UPlot, stacked), data, box)
    }
    const colourOf = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
    const options = (UPlot: typeof uPlot, stacked: Series[]): uPlot.Options => {
      const font = `12px ${getComputedStyle(document.body).fontFamily}`
      const { top } = scaleOf(heights, isWhole)
      const bottom = Math.min(0, ...stacked.flatMap(({ values }) => values))
      const axis = { stroke: colourOf('--quiet'), grid: { show: false }, ticks: { show: false }, font }
      const bars = UPlot.paths.bars?.({ size: [0.72, 34], radius: days.length > 40 ? 0 : 0.12 })
      return {
        width: box.clientWidth,
        height: HEIGHT,
        padding: [HEAD, 8, 0, 0],
        legend: { show: false },
        cursor: {
          y: false,
          points: { show: false },
          drag: { setScale: false, x: false, y: false },
          bind: {
            click: (self, _, handle) => (event) => {
              const date = days[self.cursor.idx ?? -1]
              if (date !== undefined) opened.current?.(date)
              return handle(event)
            },
          },
        },
        hooks: {
          setCursor: [({ cursor }) => setPointed(cursor.idx ?? null)],
          draw: [(self) => cutOff(self, { beyond, heights, paper: colourOf('--sheet'), ink: colourOf('--ink'), font })],
        },
        scales: {
          x: { time: false, range: [-0.6, days.length - 0.4] },
          y: { range: [bottom * 1.08, Math.max(10_000, top)] },
        },
        axes: [
          {
            ...axis,
            space: 56,
            size: 30,
            incrs: [1, 2, 3, 5, 7, 14, 21, 30],
            values: (_, at) => at.map((one) => (days[one] === undefined ? '' : dayAndMonth(days[one], language))),
          },
          {
            ...axis,
            grid: { show: true, stroke: colourOf('--line'), width: 1 },
            size: 64,
            space: 44,
            values: (_, at) => at.map(short),
          },
        ],
        series: [
          {},
          ...stacked.map(({ label, colour }) => ({
            label,
            fill: colourOf(colour),
            width: 0,
            points: { show: false },
            ...(bars && { paths: bars }),
          })),
        ],
      }
    }
    void load()
    // By night it has other colours, and on paper those of the day again.
    const colours = [matchMedia('(prefers-color-scheme: dark)'), matchMedia('print')]
    for (const one of colours) one.addEventListener('change', draw)
    const sized = new ResizeObserver(() => plot?.setSize({ width: box.clientWidth, height: HEIGHT }))
    sized.observe(box)
    return () => {
      gone = true
      for (const one of colours) one.removeEventListener('change', draw)
      sized.disconnect()
      plot?.destroy()
    }
  }, [drawn])
  const shownOf = ({ values }: Series) =>
    shown === undefined ? values.reduce((sum, one) => sum + one, 0) : (values[shown] ?? 0)
  return (
    <figure>
      <figcaption className="hidden">{title}</figcaption>
      <ul className="legend">
        <li className="capital">
          {shown === undefined
            ? say(['{days} días', '{days} days'], { days: days.length })
            : day(days[shown] ?? '', language)}
        </li>
        {series.map((one) => (
          <li key={one.label} className={one.className}>
            <i aria-hidden="true" />
            {one.label} <strong>{pesos(shownOf(one))}</strong>
          </li>
        ))}
      </ul>
      <div
        className={onDay ? 'plot pressed' : 'plot'}
        ref={place}
        role="img"
        aria-label={say(
          ['{title}: los números están en la tabla que sigue', '{title}: the numbers are in the table that follows'],
          { title },
        )}
      />
      {ordinary.beyond.length > 0 && (
        <p className="quiet plot-note">
          {isWhole
            ? say(['Escala completa.', 'Whole scale.'])
            : say(
                counted(
                  beyond.length,
                  [
                    'Un día pasa de la escala; su monto está sobre la barra.',
                    'One day is beyond the scale; its amount is above the bar.',
                  ],
                  [
                    '{days} días pasan de la escala; sus montos están sobre las barras.',
                    '{days} days are beyond the scale; their amounts are above the bars.',
                  ],
                ),
                { days: beyond.length },
              )}{' '}
          <button type="button" className="plain" aria-pressed={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? say(['Recortar', 'Cut off']) : say(['Ver completa', 'Show all of it'])}
          </button>
        </p>
      )}
      <details className="plot-table">
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

/** Bars from the line up to sums, the highest first, so that each covers what is below it; the same of what goes out, down from the line. */
function stackOf(count: number, series: Series[]): Series[] {
  const stack = (sign: 1 | -1) => {
    const sums = Array.from({ length: count }, () => 0)
    return series.map((one) => ({
      ...one,
      values: sums.map((_, at) => {
        sums[at] = (sums[at] ?? 0) + Math.max(0, sign * (one.values[at] ?? 0))
        return sign * sums[at]
      }),
    }))
  }
  return [...stack(1).reverse(), ...stack(-1).reverse()]
}

/** A gap in each bar that is higher than the chart, and its amount above it. */
function cutOff(
  plot: uPlot,
  {
    beyond,
    heights,
    paper,
    ink,
    font,
  }: { beyond: number[]; heights: number[]; paper: string; ink: string; font: string },
): void {
  const { ctx, bbox } = plot
  const ratio = devicePixelRatio
  const wide = plot.valToPos(1, 'x', true) - plot.valToPos(0, 'x', true)
  ctx.save()
  ctx.textAlign = 'center'
  for (const at of beyond) {
    const middle = plot.valToPos(at, 'x', true)
    const [left, right] = [middle - wide / 2, middle + wide / 2]
    const y = bbox.top + GAP * ratio
    ctx.strokeStyle = paper
    ctx.lineWidth = 4 * ratio
    ctx.beginPath()
    ctx.moveTo(left, y + 4 * ratio)
    ctx.lineTo(right, y - 4 * ratio)
    ctx.stroke()
    ctx.fillStyle = ink
    ctx.font = font.replace(/^12px/, `600 ${12 * ratio}px`)
    const text = pesos(Math.round((heights[at] ?? 0) / 100) * 100).replace(/\.00$/, '')
    const half = ctx.measureText(text).width / 2
    // Inside the chart, also over its first and last day.
    const x = Math.min(Math.max(middle, bbox.left + half), bbox.left + bbox.width - half)
    ctx.fillText(text, x, bbox.top - 7 * ratio)
  }
  ctx.restore()
}

/** Sample: 1250000 is `$12.5 k`, in pesos. */
function short(centavos: number): string {
  const amount = centavos / 100
  const sign = amount < 0 ? '−' : ''
  const size = Math.abs(amount)
  const [number, unit] =
    size >= 1_000_000 ? [size / 1_000_000, ' M'] : size >= 1_000 ? [size / 1_000, ' k'] : [size, '']
  return `${sign}$${Number(number.toFixed(1))}${unit}`
}
