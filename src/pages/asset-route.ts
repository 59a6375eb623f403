// The route of the files that the pages of one room load: style, script, pictures, and the shared fonts.
import { readFileSync } from 'node:fs'
import type { App } from '../api/server.ts'
import { firstUse } from '../core/first-use.ts'
import { Failure } from '../failures.ts'
import { assetType, fonts, withTheme } from './assets.ts'

/** Serves only the names of `files`, at `{folder}/{file}`. */
export function assetRoute(app: App, folder: string, files: Record<string, URL>): void {
  const places = firstUse((): Record<string, URL | string> => ({ ...files, ...fonts() }))
  app.get<{ Params: { file: string } }>(
    `${folder}/:file`,
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const { file } = request.params
      const place = Object.hasOwn(places(), file) ? places()[file] : undefined
      if (place === undefined) throw new Failure('service-unknown')
      return reply
        .header('cache-control', 'public, max-age=300')
        .type(assetType(file))
        .send(withTheme(file, readFileSync(place)))
    },
  )
}
