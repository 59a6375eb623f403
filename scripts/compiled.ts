// Loads the program that is joined into one file, with the functions that an earlier start has compiled: compiling them takes a third of a
// start. Node's own compile cache keeps a file as it is before its first line runs, when hardly any function is compiled.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cachedDataVersionTag } from 'node:v8'
// Whole modules, as in the entry: an older Node lacks names of theirs.
import vm from 'node:vm'
import zlib from 'node:zlib'

const CHECK_BYTES = 4

type Program = Pick<typeof import('../src/cli/program.ts'), 'runProgram'>

/**
 * The file is a function of what a module of CommonJS knows, and of its own address. What is compiled once the service listens is kept, unless an earlier
 * start did so. A folder that cannot be written stays as it is: each start then compiles.
 */
export function loadProgram(file: URL): Program {
  // Of another Node, or with other settings of its engine, functions are compiled differently.
  const kept = new URL(`${file.href}.${cachedDataVersionTag()}`)
  const cachedData = readWhole(kept)
  // Plain ASCII, which is read fastest this way.
  const script = new vm.Script(readFileSync(file, 'latin1'), {
    filename: file.href,
    ...(cachedData && { cachedData }),
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const isKept = cachedData !== undefined && !script.cachedDataRejected
  const made = { exports: {} as Program }
  script.runInThisContext()(made.exports, createRequire(file), made, file.href)
  const keep = isKept ? undefined : () => writeWhole(kept, script.createCachedData())
  return { runProgram: (words) => made.exports.runProgram(words, keep) }
}

/** Undefined when there is none, or a damaged one: the engine believes every byte. */
function readWhole(kept: URL): Buffer | undefined {
  try {
    const bytes = readFileSync(kept)
    const data = bytes.subarray(0, -CHECK_BYTES)
    return bytes.readUInt32LE(data.length) === zlib.crc32(data) ? data : undefined
  } catch {
    return undefined
  }
}

function writeWhole(kept: URL, data: Buffer): void {
  const check = Buffer.alloc(CHECK_BYTES)
  check.writeUInt32LE(zlib.crc32(data))
  const written = new URL(`${kept.href}.${process.pid}`)
  try {
    writeFileSync(written, Buffer.concat([data, check]))
    renameSync(written, kept)
  } catch {
    // The next start compiles as well. A full disk took a part of the file.
    discard(written)
  }
}

function discard(file: URL): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // In a folder that cannot be written there is none.
  }
}
