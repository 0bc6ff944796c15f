import { trustSystem } from '../../../../src/main/system/system-trust'

/** Asks the addresses before and after it believes whom the system believes, and prints which answered. */
async function run(): Promise<void> {
  const addresses = process.argv.slice(2)
  const answers = () =>
    Promise.all(
      addresses.map((address) =>
        fetch(address, { headers: { Connection: 'close' } }).then(
          (answer) => answer.ok,
          () => false
        )
      )
    )
  const before = await answers()
  const count = await trustSystem()
  process.stdout.write(JSON.stringify({ before, count, after: await answers() }))
}

void run()
