// The views that scripts/bundle-console.js finds in views/.
declare module 'cobro:views' {
  export const views: import('./view.ts').View[]
}

declare module '*.css'
