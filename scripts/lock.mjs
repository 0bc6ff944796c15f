import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './project.mjs'

const lockFile = join(tmpdir(), `galley-${createHash('sha256').update(root).digest('hex').slice(0, 12)}.lock`)

/** Runs `task` while no other command of this checkout does the same; a command that died is not waited for. */
export async function alone(task) {
  while (!take()) await wait(100)
  try {
    return await task()
  } finally {
    rmSync(lockFile, { force: true })
  }
}

function take() {
  try {
    const file = openSync(lockFile, 'wx')
    writeSync(file, String(process.pid))
    closeSync(file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    dropIfDead()
    return false
  }
}

function dropIfDead() {
  const holder = readHolder(lockFile)
  if (holder === null || isAlive(holder)) return
  // Renamed first: of several commands that see the dead holder only one takes its file away.
  const aside = `${lockFile}.${process.pid}`
  try {
    renameSync(lockFile, aside)
  } catch {
    return
  }
  if (isAlive(readHolder(aside) ?? 0)) renameSync(aside, lockFile)
  else rmSync(aside, { force: true })
}

function readHolder(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    return Number.isInteger(pid) && pid > 0 ? pid : null
  } catch {
    return null
  }
}

function isAlive(pid) {
  if (pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
