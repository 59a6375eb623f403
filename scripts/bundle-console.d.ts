// The exports of scripts/bundle-console.js.
/** Bundles the console into a folder, `dist/console` unless another is named, when it is older than its sources. */
export function bundleConsole(folder?: string): Promise<void>
