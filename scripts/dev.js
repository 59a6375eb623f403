// What `npm run dev` runs again and again: the program, of which Node watches whole folders.
// Otherwise Node has each thread report the files it loads as messages among the thread's own, which nobody here understands.
delete process.env.WATCH_REPORT_DEPENDENCIES
await import('../src/main.ts')
