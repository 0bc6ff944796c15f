/**
 * How many hostile variants a property tries: few in each test run, as many as `GALLEY_HOSTILE` says in the long form
 * (`npm run test:hostile`).
 * @param few for each test run
 */
export function hostileRuns(few: number): number {
  const wanted = Number(process.env['GALLEY_HOSTILE'] ?? '')
  return Number.isInteger(wanted) && wanted > 0 ? wanted : few
}
