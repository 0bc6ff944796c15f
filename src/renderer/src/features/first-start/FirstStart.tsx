import { sentenceOf } from '../../api'
import { desktop } from '../../workbench/bridge'
import { finishSetUp } from './finish'
import { Page } from './Page'
import { StartForm } from './StartForm'

const kept = (): string =>
  desktop()
    ? 'Everything you write is kept on this computer, with every version.'
    : `Everything you write is kept at ${location.host}, with every version.`

/** The first questions of a workspace that nobody owns yet. */
export function FirstStart() {
  return (
    <Page title="Welcome to Galley" lead={`${kept()} Two questions and you can start.`}>
      <StartForm
        onSubmit={async ({ owner, sample }) => {
          try {
            await finishSetUp(owner, sample)
            return null
          } catch (error) {
            return { message: sentenceOf(error) }
          }
        }}
      />
    </Page>
  )
}
