// Holds the write lock of the store at argv[2] for argv[3] milliseconds: prints a line once it has it, and one when it lets go.
import { setTimeout } from 'node:timers'
import Database from 'libsql'

const database = new Database(process.argv[2])
database.exec('PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE')
console.log('held')
setTimeout(() => {
  database.exec('COMMIT')
  database.close()
  console.log('free')
}, Number(process.argv[3]))
