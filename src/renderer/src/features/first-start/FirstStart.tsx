import { sentenceOf } from '../../api'
import { finishSetUp } from './finish'
import { Page } from './Page'
import { StartForm } from './StartForm'

/** The first questions of a workspace that nobody owns yet. */
export function FirstStart() {
  return (
    <Page
      title="Welcome to Galley"
      lead="Everything you write is kept on this computer, with every version. Two questions and you can start."
    >
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
