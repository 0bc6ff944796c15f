import { statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { visibleText } from './vite.visible-text.mts'

/**
 * Temporary folders lie in memory where there is plenty: a new workspace is hundreds of folders, and hundreds of tests make one. What is
 * about disks asks for a real one (`onRealDisk`). `TMPDIR` of your own is left as it is.
 */
function temporary(): Record<string, string> {
  const memory = '/dev/shm'
  if (process.env['TMPDIR'] !== undefined) return {}
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > 4 * 1024 ** 3 ? { TMPDIR: memory } : {}
  } catch {
    return {}
  }
}

/** A longer run of the pages (`GALLEY_PAGE_RUNS`) has as much more time as it is longer than the shortest usual one. */
const longer = Math.max(1, Number(process.env['GALLEY_PAGE_RUNS'] ?? 0) / 60 || 1)

/** No test measures time: on a machine that does many other things every step may take long. */
const patient = {
  testTimeout: 120_000 * longer,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } }
}

export default defineConfig({
  test: {
    // much of a test is waiting, so two at once also where there are two processors
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/{unit,contract,crash,hostile}/**/*.test.ts'],
          exclude: ['test/unit/renderer/**'],
          setupFiles: ['test/support/patience.ts', 'test/support/own-state.ts'],
          // the service is loaded once for many files, which is a third of the work; a file that puts something else in the place of a
          // module loads it anew (`vi.resetModules`)
          isolate: false,
          env: temporary(),
          ...patient
        }
      },
      {
        plugins: [visibleText(), react()],
        test: {
          name: 'renderer',
          environment: 'jsdom',
          include: ['test/unit/renderer/**/*.test.{ts,tsx}'],
          setupFiles: ['test/support/clean-window.ts'],
          // in the same window, with what `clean-window` does between two files: to make a window for each, and load the libraries into it,
          // would be half of the work
          isolate: false,
          env: temporary(),
          ...patient
        }
      },
      {
        test: {
          name: 'packed',
          environment: 'node',
          include: ['test/package/quick/**/*.test.ts'],
          ...patient
        }
      },
      {
        test: {
          name: 'package',
          environment: 'node',
          include: ['test/package/**/*.test.ts'],
          exclude: ['test/package/quick/**'],
          // each makes packages, which takes all of a machine
          fileParallelism: false,
          ...patient,
          testTimeout: 900_000,
          hookTimeout: 900_000
        }
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['test/e2e/**/*.test.ts'],
          setupFiles: ['test/support/own-state.ts', 'test/e2e/support/own-display.ts'],
          // what drives a window is loaded once for many files
          isolate: false,
          env: temporary(),
          ...patient,
          // each of its steps has a limit of its own
          testTimeout: 240_000
        }
      }
    ]
  }
})
