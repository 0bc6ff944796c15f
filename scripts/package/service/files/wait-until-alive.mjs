// Ends with 0 when the service answers, with 1 when it does not within two minutes: "started" means that it can be asked.
import { get } from 'node:http'

const address = process.env.GALLEY_ALIVE_URL || `http://127.0.0.1:${process.env.GALLEY_PORT || 4502}/healthz`
const until = Date.now() + 120_000

function again(why) {
  if (Date.now() < until) return void setTimeout(ask, 200)
  process.stderr.write(`galley does not answer at ${address}: ${why}\n`)
  process.exit(1)
}

function ask() {
  const request = get(address, { timeout: 5_000 }, (answer) => {
    answer.resume()
    if (answer.statusCode === 200) process.exit(0)
    again(`status ${answer.statusCode}`)
  })
  request.on('timeout', () => request.destroy(new Error('no answer')))
  request.on('error', (error) => again(error.message))
}

ask()
