// Gives the tests of this process their full form: a file imports this module before the file whose tests it repeats.
process.env.TEXTMILL_TEST_FULL = 'true';
