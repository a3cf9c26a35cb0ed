/** The single executable, if the tests run it instead of the command: `npm run test:binary`. */
export const executable = process.env.VAREXPAND_EXECUTABLE;
