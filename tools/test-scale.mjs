// `npm run test:scale`: all tests of the server on the services that a company runs beyond one machine, each server three processes behind
// a balancer. RabbitMQ is used where it is installed, PostgreSQL where this machine has one that lets tests in; else they do without.
process.env.KONTOR_TEST_PROFILE = 'scale';
process.argv.splice(2, process.argv.length, 'server', 'scale');
await import('./test.mjs');
