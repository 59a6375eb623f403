// What scripts/bundle-console.js gives to whoever imports it.
/** Bundles the console into a folder, `dist/console` unless another is named, when it is older than its sources. */
export function bundleConsole(folder?: string): Promise<void>
