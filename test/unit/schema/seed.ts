/** The seed of a property test: fixed, so that a run can be repeated; `GALLEY_SEED=<n>` takes another. fast-check prints it when a property fails. */
export function seed(name: string): number {
  const given = process.env['GALLEY_SEED']
  if (given) return Number(given)
  return [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 20261121)
}
