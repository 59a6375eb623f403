// The modules that scripts/bundle-console.js makes from the files in views/, pages/ and docs/.
declare module 'cobro:views' {
  export const views: import('./view.ts').NamedView[]
}

/** Every page but the first, in a part that is loaded later. */
declare module 'cobro:pages' {
  export const pages: Record<string, import('./view.ts').Shown>
}

declare module 'cobro:guides' {
  export const guides: import('./view.ts').Guide[]
}

declare module '*.css'
