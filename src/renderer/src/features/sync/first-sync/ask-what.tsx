import { modals } from '@mantine/modals'
import type { LeftOut } from '../../../../../common/sync/left-out'
import type { SyncSurvey } from '../../../../../common/sync'
import { sync } from '../client'
import { ChooseWhat } from './ChooseWhat'

/**
 * Counts what lies on both sides, and asks what of it is to be synced (Y33). Nothing is asked where the server has nothing yet.
 * @returns what is left out; null when the person stopped it
 * @throws GalleyError when the server could not be counted
 */
export async function askWhatToSync(
  remoteId: string,
  places: { readonly local: string; readonly remote: string }
): Promise<LeftOut | null> {
  const survey = await sync.survey(remoteId, places)
  if (survey.remote.files === 0) return { folders: [], media: false }
  return new Promise((resolve) => show(survey, places, resolve))
}

function show(
  survey: SyncSurvey,
  places: { readonly local: string; readonly remote: string },
  onAnswer: (answer: LeftOut | null) => void
): void {
  let answer: LeftOut | null = null
  const id = modals.open({
    title: 'What to sync',
    size: 520,
    onClose: () => onAnswer(answer),
    children: (
      <ChooseWhat
        survey={survey}
        places={places}
        onCancel={() => modals.close(id)}
        onStart={(leftOut) => {
          answer = leftOut
          modals.close(id)
        }}
      />
    )
  })
}
