import { testConnection } from '../../../../src/main/sync/connection-test'

/** Tests the connections that are named, and prints what is wrong with each. */
async function run(): Promise<void> {
  const found: [string, string][] = []
  for (const base of process.argv.slice(2)) {
    const { looks } = await testConnection({ base, token: () => Promise.resolve('x') }, null, Date.now)
    const wrong = looks.find(({ ok }) => !ok)
    found.push([wrong?.what ?? '', wrong?.message ?? ''])
  }
  process.stdout.write(JSON.stringify(found))
}

void run()
