import { Loader, useComputedColorScheme } from '@mantine/core'
import { useEffect, useState } from 'react'
import { urlOf } from '../../../../common/api/url'
import { send, served } from '../../api'
import { State } from '../../components/State'

/** Every address of the service, as it describes itself. Its page has no script and is shown in a sandbox. */
export function ApiDescription() {
  const [page, setPage] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const scheme = useComputedColorScheme('light')
  useEffect(() => {
    send(served(urlOf('openApiPage', {})))
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
      .then(setPage, () => setFailed(true))
  }, [attempt])
  if (failed) {
    return (
      <State
        tone="bad"
        title="The description cannot be read"
        onAgain={() => {
          setFailed(false)
          setAttempt(attempt + 1)
        }}
      >
        The service did not answer.
      </State>
    )
  }
  if (page === null) return <Loader size={16} aria-label="Loading the description" />
  return (
    <iframe
      title="Description of the API"
      sandbox=""
      srcDoc={page.replace('<html ', `<html data-scheme="${scheme}" `)}
      style={{ display: 'block', width: '100%', height: '70vh', border: 0 }}
    />
  )
}
