/**
 * What people have in hand or want when they need a tool whose name they do not know, by its slug. Not synonyms: those
 * are in `everyday-words.ts` and count for all tools. A tool without an entry is found by its other words.
 *
 * Written tool by tool: where the text comes from, what is wrong with it, what it is for.
 */
export const everydayTasks: Readonly<Record<string, string>> = {
  'character-frequency':
    'how often each letter appears, most common letter, letter count, crossword, code breaking, frequency of each letter, letter statistics, which characters are in a text, unusual characters, how many of each letter, count letters a to z, count each character, base composition, letters used most',
  'count-occurrences':
    'how many times a word or name is mentioned, used or repeated; count a phrase in a text, how often is, how many lines mention, number of times, tally of one word, search term, how many times did I write, how often the word, count a word, word comes up, number of mentions',
  'detect-format':
    'what kind of file or data is this, pasted something unknown, which separator is used, what can be done with it, what is this, weird text, unknown string, what am I looking at, which encoding, identify, recognise, strange block of letters, what kind of text, what is this string, which format is it, tell me what this is',
  'language-detector':
    'which language is this, is it English, French, German or Spanish; foreign text; written in, foreign letter, mail from abroad, native language, which country, translation needed, which language, what language is used, is this Dutch or German, recognise the language',
  'readability-score':
    'hard or easy to read, school grade, simple language, for children, clear writing, too complex, too hard for pupils, students, grade, patients, customers understand, plain language, complicated sentences, reading level, simple enough, how easy to read, age level of a text, understandable for, too complicated for, reading difficulty',
  'text-counter':
    'essay, tweet, post or homework within its limit; words written, letters, sentences, paragraphs, prompt size, word limit, character limit, headline or description too long, fits, abstract, maximum, token count, price of a prompt, context window, how many letters, how many characters, how many sentences, how long is my text, count words of an essay, length of a text, within the limit',
  'text-diff':
    'compare two drafts, what was changed, added or removed, old and new version, contract, letter, redline, tracked changes, what did someone change, revision, two versions of a document, before and after, other party, corrections, what is different, differences between two texts, compare versions, what has been changed, mark the changes, old version against new version',
  'text-similarity':
    'almost the same, how alike, plagiarism, copied, matching names, typing error, percent the same, copied from each other, cheated, rephrased, same answer, students, near match, spelling similar, percentage of likeness, how similar are two texts, almost equal sentences, same meaning, percent equal, copied from the internet',
  'text-statistics':
    'length of an essay or speech, reading time, longest word, average sentence, lines, words written, speaking time, minutes of a speech, length of a manuscript, words and sentences, how many minutes to read, how long to read, minutes of reading, speech length, time to read aloud, longest sentences',
  'unicode-inspector':
    'which character is this, strange symbol, name of a sign, code of a letter, look-alike letters, which invisible character, what symbol, hidden signs, look-alike letters, strange blank, why are two texts not equal, which sign is it, name of a character, odd blank, code of a symbol, what is this character',
  'word-frequency':
    'words used most, repeated words, favourite words, word cloud, the same word too many times, top words of an article, keywords, keyword density, seo, most common terms, vocabulary, repeated too much, favourite phrases, top words, tags cloud, which words most, count every word, often used words, words that come up again, how many times each word',

  'alternating-case':
    'meme, mixed big and small letters, every other letter big, mocking meme, one letter big one small',
  'camel-case':
    'variable name, no spaces, programming name, join words, snake to camel, variable names, identifiers for javascript, programming style, join words like helloWorld, words together with capitals, names for variables',
  'capitalize-words':
    'first letter of every word, big initial, names of people, proper names, names properly written, each word with a capital letter, product names, surnames, addresses, names with capitals, first letters big, each word starts with a capital, initial capital for every word',
  'constant-case': 'name of a constant or environment variable, capitals and underscores',
  'dot-case': 'words with dots between them, name of a setting or package',
  'kebab-case':
    'words with dashes or hyphens between them, class name, file name, identifiers for css, words joined by hyphens, words with minus between, dashes instead of spaces',
  'lower-case':
    'small letters, everything in capitals, typed in caps, caps lock, shouting, stop shouting, quiet, make letters small, all small, no capitals, decapitalize, turn off caps, to small letters, everything small, without capitals, uncapitalize',
  'pascal-case': 'class name, join words with a big letter each',
  'sentence-case':
    'normal capital letters, everything in capitals, caps lock, shouting, start of a sentence big, typed in capitals, all caps to normal, normal writing, proper capitalization of sentences, only the first letter big, capital after a full stop, normal upper and lower case',
  'snake-case':
    'words with underscores between them, column name, no spaces, camel to snake, column names for a database, python style, identifiers, underscores instead of spaces, column names without blanks',
  'swap-case':
    'caps lock was on by accident, big letters to small and small to big, exchange big and small letters, inverted caps lock',
  'title-case-converter':
    'heading, headline, book or song title, chapter, article, big first letters, headings, movie, title capitalization, newspaper headline, title of a book, heading style, headline capitals',
  'upper-case':
    'capital letters, all big, poster, sign, headline in capitals, loud, make letters big, all capital, uppercase everything, block capitals, to big letters, everything big, all letters capital',

  'comment-remover':
    'notes and remarks of a programmer in source code, python, java, script, publish code, commented lines of a configuration or config file, lines starting with a hash sign, slashes, comments in yaml, take out comments, delete notes in code, without comments, strip slashes and stars',
  'css-formatter': 'stylesheet on one line, readable style, indent css rules, unminify css, styles',
  'css-minifier':
    'make a stylesheet smaller, faster page, page loads slowly, squeeze style, css as small as possible, compress styles',
  'html-formatter':
    'messy web page code, indent tags, readable markup, unminify html, indent template, source of a page, html in one line, tidy up html, indent a web page',
  'js-formatter':
    'javascript on one line, readable script, indent program code, minified code, unminify, deobfuscate layout, minified javascript, script, one long line of code, indent a function, code in one endless line, make code readable, lay out a script, pretty javascript',
  'js-minifier':
    'make a javascript or script smaller, faster page, one line, squeeze code, make javascript short, shrink a script, javascript too big',
  'sql-formatter':
    'long database query on one line, readable query, indent select, long query, select statement from a log, query hard to read, make a query readable, tidy a query, pretty select',
  'sql-minifier': 'database query on one line, squeeze query',
  'xml-formatter':
    'xml on one line, readable feed, indent elements, nested tags, pretty xml, unreadable xml, soap response, sitemap, indent feed, make xml readable, xml in one line, tidy xml',
  'xml-minifier':
    'make xml smaller, one line, without spaces between tags, xml without blanks, small xml, xml in one line without line breaks',

  'csv-add-column':
    'new column in a spreadsheet or table, calculated field, add a field to each row, put two columns together, full name, compute a column, concatenate cells, combine first and last name, vat, tax, price with tax, id for each row, constant value, put a new field in each row, add the same value to all rows, join first and last name in a new column, extra column, fill a column',
  'csv-column-picker':
    'only some columns, reorder or rename columns, delete a column, hide columns, sheet, names first, swap columns, move a column, second column, rearrange, drop fields, remove personal columns, keep name and email, header names, keep columns, delete columns, rename a column, change the order of columns, only the name column, remove a field from a table, throw out columns',
  'csv-date-formatter':
    'dates in a column of a spreadsheet, day and month the other way round, american dates, dates of an export to iso, date column, excel dates, timestamps in a table, us to european, birthdays in a table, date column in another format, convert dates in a sheet, dates in an excel list',
  'csv-delimiter-converter':
    'semicolon, comma, tab or pipe between the fields, everything in one column in Excel, swap the separator, tab separated to comma, semicolons to commas, tsv, excel opens it wrong, german excel, pipe separated, semicolon instead of comma, csv with semicolons to commas, change the separator, excel shows one column, comma file to tab file',
  'csv-describe':
    'what is in this table, summary or overview of a spreadsheet, statistics of each column, how many are missing, data set, missing values, minimum, maximum and mean of each column, explore data, types of columns, how many distinct, outliers, overview of a table, columns and types, highest and lowest value of each column, how many empty cells, quick look at data',
  'csv-diff':
    'what changed between two price lists, spreadsheets or exports, old and new table, new and deleted customers, changed prices, new products, deleted rows, compare exports, two versions of a table, stock list from last week, what changed in a table, new rows, which entries are new, compare last month with this month, two versions of a list with ids',
  'csv-explode':
    'one row for each name in a cell, several tags or values in one cell, unpack lists, comma separated cell, several values in a cell to rows, split a column into rows, tags, multiple answers, one line for each, unnest, each value in its own row, split a cell into several rows, list in one field, one line for every tag, several colours in one field',
  'csv-fill-down':
    'empty cells under a heading, repeat the value above, region only in its first row, fill gaps in a sheet, merged cells, blanks with the one above, missing group names, pivot report, fill empty cells, copy the value down, blanks below a name, repeat the last value',
  'csv-filter-rows':
    'only rows where, customers from a city, orders above an amount, delete rows, spreadsheet search, duplicate rows, dedupe by id or email, unique rows, deduplicate a table, customers twice, only orders of, less than, greater than, price over, stock below, where a column is empty, only rows with, keep rows where, throw out rows, rows above a value, customers from Berlin, each customer only once, remove double rows in a table, duplicate orders',
  'csv-group-by':
    'pivot, subtotal, total per month, sum for each customer, region, product or city; sales, spending, total per person, department, day or week; average per group, count per category, revenue, turnover, hours per employee, sum by month, totals for each, sum per person, mean per treatment, average for each class, how many orders per customer, count rows by city, group and add up, monthly totals',
  'csv-implode':
    'rows of the same customer into one row, collect tags in one cell, collapse values of a group into a list, combine rows with the same id or number, merge lines of one order, one row for each customer, one row per customer, put values of several rows in one cell, bring rows together, merge rows',
  'csv-join':
    'combine, match or merge two tables or spreadsheets by customer number or id, vlookup, look up, enrich, attach names to ids, bring together two files by a key, match orders with customers, add columns of another table, lookup, add data from another table, match two lists by number, owners from another sheet, combine sheets by id, look up values in a second table',
  'csv-json-converter':
    'spreadsheet, excel or table as data for a program or web app, export, import, excel to json, data set, table to data, sheet to objects, json to excel, google sheets, table as json, excel into json, json into excel, csv from json, make a spreadsheet of json',
  'csv-number-formatter':
    'prices in a column, decimal comma, euros, two decimals, currency, round a column, decimal point to decimal comma in a table, amounts in an export, round a column of measurements, amounts in a column, round a column, comma instead of point in a price column, currency in a table',
  'csv-sample':
    'a few random rows of a big table or spreadsheet, smaller test data, spot check of orders, random subset of rows, part of a big data set, try with fewer rows, rows at random, some random rows, draw rows, small part of a table',
  'csv-sort':
    'order a table or spreadsheet by name, price, date or column; highest first, cheapest, newest, table by date, products by price, sort rows, order by column, ranking table, biggest customers first, class list by grade, sort a table, order rows by price, sort by last name, newest orders first, put rows in order, table from highest to lowest',
  'csv-to-html-table':
    'spreadsheet or excel on a web page, table for a website, newsletter or blog, table for a web page, price list on the site, html code of a table, table for my homepage, table in html code, excel table on a website',
  'csv-to-markdown-table':
    'spreadsheet or excel as a table for github, a wiki, readme, notes or documentation, table for slack, reddit, jira or chat, table for a readme, excel to markdown, table with pipes',
  'csv-to-sql':
    'spreadsheet, excel or list into a database, insert rows, create table, import, import into mysql or postgres, insert statements, load data, seed a database, table into a database, excel to sql, make insert commands',
  'csv-transpose':
    'swap, turn or flip rows and columns, rotate a table, sideways table, horizontal to vertical, rotate data, rows as columns, wide, tall, turn a table round, columns become rows, rows become columns, tip a table over',
  'csv-validator':
    'check a list before an import, which rows are wrong, missing or bad values, mandatory columns, clean data, bad mails, check import file, required columns, wrong emails or dates in a table, quality of data, errors in an export, is the import file correct, complete and valid, find mistakes in a table, wrong values in a column, which lines have errors',
  'fixed-width-csv-converter':
    'columns lined up with spaces, report or bank file of an old computer, mainframe, output of a command to a spreadsheet, columns separated by spaces, output of df, ps, netstat or ls, aligned text, table from a pdf, bank statement, columns with spaces between to excel, table without separators, report as a table, output of a command as csv, columns by position',
  'front-matter-extractor':
    'header of a blog post, settings at the top of a markdown file, jekyll, hugo, part between the three dashes, top of a markdown file, title and date of a post',
  'html-table-to-csv':
    'table from a web page, wikipedia or website to excel or a spreadsheet, copy a table, scrape a table, table from a website into excel, wikipedia table, copy a table from a page, table of a website in excel, web table',
  'json-ini-converter':
    'settings file, configuration, properties, windows settings, env file, dotenv, environment variables, git config, ini to json, json to env, properties to json',
  'json-ndjson-converter':
    'one object per line, log export, stream of records, big query, lines of json, elasticsearch bulk, one record per line, array to lines, one json per line, ndjson to json, json lines to an array',
  'json-toml-converter': 'settings file, configuration of rust, python or cargo, toml to json, json to toml',
  'json-xml-converter':
    'feed, soap, rss, old web service, xml document as data, xml to json, sitemap, invoice, api that sends xml, xml into json, json into xml, read an xml file',
  'json-yaml-converter':
    'settings file, configuration, docker, github actions, compose file, pipeline, openapi, yaml into json, json into yaml, yml',
  'list-json-converter':
    'shopping list, names or lines as an array, data for a program, bullets, python list, javascript array, list of strings for code, lines to an array, list for javascript, array to lines',
  'markdown-table-to-csv':
    'table from a wiki, readme, github or chat bot to excel or a spreadsheet, pipes, table of a chat bot answer to excel, table with bars to excel, table with pipes to excel, chatgpt table in excel',
  'query-string-json-converter':
    'parameters after the question mark, form fields, values in a link, url parameters, utm values of a link, form data, parameters of a link as a list, what is after the question mark',

  'base32-converter': 'authenticator key, two factor secret, capital letters and digits 2 to 7',
  'base64-decode':
    'long gibberish with an equals sign at the end, unreadable attachment, encoded text, plain again, what does this encoded text say, ends with two equal signs, from an email, data uri, read base64, base64 to text, letters with == at the end',
  'base64-encode':
    'picture or text in an email or data link, safe letters only, basic login, basic auth header, data uri, encode credentials, attachment, text to base64, turn into base64',
  'binary-converter':
    'zeros and ones, computer language, bits, bytes, text to ones and zeros, ascii numbers, bits to letters, text with only 0 and 1, bits to text, word in binary',
  'charset-converter':
    'file from an old computer or program, wrong letters, russian, japanese, chinese or polish text unreadable, ansi, code page, wrong encoding of an old file, cyrillic, codepage, latin1, utf-16',
  'hex-converter':
    'hexadecimal dump, bytes as pairs of digits, letters a to f, bytes, hex dump, packet, 48 65 6c, word in hexadecimal, hex to text, text to hex bytes',
  'html-decode':
    'ampersand codes, amp, lt, nbsp, quot in a text, normal characters again, strange codes, eacute, ampersands, entity codes in an export, product descriptions with codes, quot and nbsp everywhere, amp in my text, codes with ampersand and semicolon',
  'html-encode':
    'show code or tags on a web page, angle brackets, safe in a page, umlaut code, show html source, paste code in a blog, less than and greater than signs, write tags so that they are shown, show code on a page',
  'jwt-decoder':
    'login token, what is inside, who is logged in, expired, claims, bearer, eyJ, payload of a token, claims, expiry, bearer token, who is the user, look into a token, what is in this token, decode a login',
  'mime-header-converter':
    'subject or sender of an email looks strange, UTF-8 B or Q in a subject line, unreadable subject of a mail, sender name',
  'morse-code-converter':
    'dots and dashes, telegraph, sos, beeps, radio signals, beeps to text, dots and dashes to letters',
  'nato-alphabet-converter':
    'spell a name on the phone, alpha bravo charlie, aviation, radio, booking code, spell for the telephone, letters as words',
  'punycode-converter':
    'domain with umlauts or foreign letters, international web address, xn, real name of a domain, domain with xn',
  'quoted-printable-converter':
    'email source, equals signs in a mail, =20, =3D, broken mail text, equals signs at line ends, 3D in mail, eml file, mail with equals signs, =C3=BC in a mail',
  'rot-cipher':
    "caesar, secret message, spoiler, puzzle, shift letters by 13, geocaching, decode a secret, encrypt a text simply, caesar shift, puzzle of kids, simple secret code, shift letters, caesar code, children's code",
  'string-escape':
    'text in quotation marks for program code, backslash, quotes, json string, quotes inside json, backslashes, safe for a shell, sql apostrophe, quote for bash, regex special characters, put backslashes before quotes, text into a string, quote signs in code, make safe for sql, escape a string for json',
  'string-unescape':
    'backslash n in a text, real line breaks, remove backslashes, text from program code or a log, backslashes in a json log, \\n shown as text, real line breaks, turn backslash n into new lines, without backslashes, json string to text',
  'unicode-escape-converter':
    'backslash u codes, letters as numbers, u00e9, u00e4 codes to letters, u00fc to ü, letters to codes',
  'url-decode':
    'percent signs in a link, %20, readable address, strange link, percent codes, readable link, %C3, link with percent signs, make a link readable, percent twenty',
  'url-encode':
    'spaces or umlauts in a link, safe in an address, special characters in a link, search term in a link, spaces in a url, special signs in a query, link with a space, umlauts in a link, make safe for a link, encode a url parameter',

  'extract-between':
    'text inside brackets, parentheses, quotes or tags; from one word to another; between two marks, in brackets, inside parentheses, inside tags, quoted parts, only what is in, text after a word up to another, from start marker to end marker, what is in brackets, text between two words or strings, between quotes, inside round brackets, cut out between, part between',
  'extract-code-blocks':
    'program code from a chat answer, article or markdown; only the code, chatgpt, claude or llm answer, only the program, markdown answer, code out of a chat, only the code of an answer',
  'extract-dates':
    'all days, deadlines, appointments or birthdays in a contract, letter or text; when, appointments, all dates in a contract, time line, chronology, deadlines, all dates in a letter, list the dates, when is what',
  'extract-domains':
    'which websites or companies, site names from links or mail addresses, host, companies of mail addresses, which sites, which websites, domain of each mail, only the domain, companies behind addresses',
  'extract-emails':
    'mail addresses of contacts, newsletter list, who to write to, from a document or web page, addresses of participants, contacts, mailing list, cc line, who wrote, scrape emails, list of email addresses, all mail addresses, find emails, emails out of a text',
  'extract-hashtags':
    'tags of posts, tweets or instagram, words with a hash, at mentions, captions, instagram, social posts, mentions of people, list of hashtags, all words with #, which accounts are mentioned',
  'extract-ip-addresses':
    'which computers in a log, visitors of a server, attackers, who attacks, ips in a log, which addresses hit a server, firewall, list of ips, all ip addresses in a file, which computers',
  'extract-json':
    'data in a chat answer or log, only the json, model or chatbot wrote text around it, only the json of a chatgpt, llm or model answer, json inside a log line, json out of a text, only the json part, data out of an answer',
  'extract-links':
    'links of a web page or html, where do links lead, href, anchor, newsletter, all href of a page, list of links, backlinks, where does it link to, sitemap of a page, links of a page, where do the links go, what does a page link to, all links in html',
  'extract-matches':
    'everything that looks like, find a pattern, order numbers, codes, mentions, search with wildcards, order numbers, invoice numbers, part numbers, codes like AB-123, zip codes, product codes, serial numbers, find by pattern, citations, prices, list every number of a form, all codes that look like, find all article numbers, capture group, find all references, all words that start with, pick out part numbers',
  'extract-numbers':
    'all figures, prices, amounts or digits in a text, only the numbers, invoice, amounts of money, prices in a mail, measurements, all the sums, numbers only, only numbers out of a text, all amounts, list of prices, digits from text, take the numbers',
  'extract-phone-numbers':
    'telephone, mobile or fax numbers from a letter, contacts or web page, who to call, numbers to call, relatives, customers, contacts, mobile numbers in notes, list of phone numbers, all phone numbers in a text, numbers to ring',
  'extract-records':
    'table or spreadsheet out of plain lines, fields by a sample line, own log format, report or listing, name the parts of each line, fill in columns, split a full name into first and last name, text lines to a table, name and phone on each line, fields to columns, parse lines, capture groups, key value lines, vocabulary, make a table of text lines, lines into fields, first name and last name apart, text to columns, separate name and number, get values out of each line',
  'extract-urls':
    'web addresses or links in a text, mail or chat; websites mentioned, all links of a chat, youtube links, web addresses in notes, list of links, all web addresses, find links in a text',
  'html-select':
    'part of a web page, scrape, element by class or id, price from a page, css selector, one part of a page, price, headlines of a page, scrape, elements, ingredients, take a part of a page, all headings of a page, only the prices of a page',
  'log-parser':
    'log file of a web server as a table or spreadsheet, who visited my site, which errors happened, server messages, firewall events, visits by day, access log, apache, nginx, server log to a table or csv, parse logs, error log, requests, status codes, hits, visitors of a website, log as a table, read a server log, which pages were visited, errors of the web server',

  'ascii-table-generator':
    'table with lines and corners in plain text, email or terminal; draw a box, table in a terminal, text table, box around cells, monospace, table in plain text, draw a table with lines',
  'ascii-tree-generator':
    'folder structure, family tree, hierarchy, outline or organisation drawn as text; directories, directory listing as tree, project structure for a readme, folders as a tree, draw a tree',
  'lorem-ipsum-generator':
    'fill a layout, mockup or design; meaningless text, paragraphs for a test page, lorem, blind text, sample paragraphs, text for a mockup',
  'sequence-generator':
    'counting list, numbers from to, tickets, labels, seats, file names, codes with leading zeros, print numbers, each number on a line, range, numbers 1 to 100, invoice numbers, raffle tickets, count up, numbers in a row, labels with numbers, from 1 to 100, and so on up to, slips with numbers, list of numbers',
  'sql-list-generator':
    'ids, names or numbers in quotes with commas, where in clause, list for a query, where id in, list of ids for a query, quoted comma separated values, in clause, values for an in clause, ids with commas and quotes, list for where',
  'template-renderer':
    'letter or mail with names filled in, form letter, merge, placeholders, certificates, invitations, personalised mails, certificates with names, address labels, mail merge from excel, first name for each row, vouchers, letter for every row, fill in names, one text for each person, mail for every customer, labels from a list',

  'checksum-text':
    'copy arrived complete, transmission error, crc, compare files, control number, check digit, luhn, modbus, crc, check digit, checksum of a text',
  'hash-text':
    'fingerprint of a text or file, md5, sha, same content, password hash, not readable, fingerprint, sha, sha256, md5, anonymise ids by a hash, compare without showing, fingerprint of a text as evidence, hash value, unreadable but always the same',
  'hmac-text':
    'sign a message with a key, signature of a webhook, genuine sender, webhook signature, signed request, sign with a key, signature with a secret',
  'uuid-parser': 'long id with dashes, when was an id made, version of an id',
  'uuid-v5-generator':
    'the same id for the same name, stable unique id, create ids, generate ids, unique identifiers, guid from a name',

  'json-convert-keys':
    'field names from camel to snake case, rename all keys, underscores in keys, naming style of data, camel case keys, snake to camel keys, rename fields of an api, other names for keys, underscores to camel case in json',
  'json-diff':
    'two answers or settings files compared, what changed in the data, difference of two objects, changes between two api responses, compare configs, ignoring order, difference between two json files, what changed in json',
  'json-flatten':
    'nested data to one level, dotted names, deep structure to a flat list for a table, nested json to columns, json for excel, dotted keys, flatten for a table, json without levels, nested json in a table, one level',
  'json-formatter':
    'json on one line, unreadable, ugly, line breaks, indent, pretty, answer of a web service, pretty, beautify, minified json, readable response, indent json, jason, readable json, json with line breaks, json nicely',
  'json-minifier':
    'make json smaller, one line, remove spaces, save room, json without spaces, json in one line, short json',
  'json-patch': 'apply changes, update a settings file, add or remove a field, merge changes',
  'json-path':
    'one value from deep data, get a field, find all prices, first entry, value of a key, pick a field, all names, search in json, get a field out of json, one value of a json, pull a value from json',
  'json-pick-keys':
    'only some fields, leave fields out, keep name and id, drop fields, smaller objects, remove fields, drop properties, only id and name, hide attributes, only some fields of json, remove a field from json, without the password field',
  'json-query':
    'filter, sum or reshape data, entries where, list of names from objects, filter objects, where, select, sum, sort objects, list of names, jq, filter json, only objects with, count objects in json',
  'json-remove-empty':
    'null, nothing in it, fields without a value, blank fields, clean data, remove nulls, empty fields, undefined values, clean up an object, remove empty values from json, without null',
  'json-repair':
    'missing bracket or comma, single quotes, trailing comma, cut off, error, written by a chatbot, broken json of a llm, chatgpt answer, invalid, trailing comma, parse error, python dict, json with an error, json is broken, bracket is missing, comma too many, json from chatgpt does not parse',
  'json-schema-validator':
    'document fits the rules, required fields, is the data complete, check against a schema, payload against a schema, api contract, required properties, does json fit a schema, check json against rules',
  'json-sort-keys':
    'fields in alphabetical order, same order of fields, compare settings, compare objects, stable order, alphabetical keys, json keys in order, sort json',
  'json-to-typescript':
    'types or interface for data, declaration of an answer, interface, types of an api response, ts, typescript types of json',
  'json-unflatten':
    'dotted names back to nested data, flat list to a deep structure, dots to nested json, back to nested json',
  'json-validator':
    'is it correct, syntax error, which line is wrong, unexpected token, json lint, syntax check, is this json fine, is json correct, where is the error in json, check json',

  'add-line-numbers':
    'numbered list, count in front of each line, 1. 2. 3., number lines of a poem, number each line, numbered, line 1 2 3, poem, legal text, paragraphs with numbers, enumerate, numbers before the lines, count the lines visibly, every line with its number, number the sentences',
  'add-prefix-suffix':
    'put something before or after every line, bullet, dash, star, comma, quotes, greater sign, reply, something in front of every line, bullet points, euro or dollar sign before each price, comma at the end of each line, quote marks around, domain before every path, hyphen before each line, put a sign before every line, quotes round every line, word at the end of all lines, bullets, plus sign in front',
  'chunk-text':
    'parts of at most some characters, sms, tweets, thread, message too long for one, pieces, parts of 1000 characters, cut a long text in pieces, split for chatgpt or llm, embeddings, rag, sms, prompt too long, split a long text, pieces for a chatbot, text too long for chatgpt, pieces of equal size, cut into messages',
  'collapse-whitespace':
    'double spaces, too many blanks, several spaces to one, pasted from a pdf, gaps, tabs, too many spaces, extra spaces, double blanks, copied from a pdf or website, gaps between the words, more than one space, double spaces, many blanks to one, big gaps',
  'dedent-lines':
    'remove common spaces at the left, shift code left, too far right, pasted code, spaces at the left of all lines, unindent, take off spaces at the left, all lines begin with spaces, move text to the left margin, same indentation away',
  'extract-columns':
    'nth word of each line, second field, columns of a log, cut out a part of each line, second column, third word of each line, print fields, awk, columns of text, part of each line, first word, second word of each line, third field, only the first word, column of a text, one column',
  'extract-nth-lines':
    'every second, third or other line; odd or even lines; sample; skip lines, every other line, alternate lines, odd lines, a range of lines, line 5 to 10, every tenth line, each second line, lines 3 to 7, line number 5',
  'head-lines':
    'first lines, beginning of a file, top ten, preview, without the last lines, first 10 lines, top rows, beginning of a log, start of a file, first 20 lines, the beginning, start of a list, top five',
  'indent-lines':
    'spaces before every line or paragraph, move to the right, four blanks, quote, code block, four spaces in front, nested list, code block, move a text to the right, spaces before all lines, blanks at the left',
  'indentation-converter':
    'tabs and spaces mixed at the start of lines, tabs to spaces, python code, tab width, tabs into spaces, convert tabs, 2 spaces, 4 spaces, python indentation error, mixed tabs, tab to blanks, replace tabs, tab characters away, spaces to tabs',
  'insert-text':
    'put text at a position, add at line, add a header or footer, in the middle, add a paragraph, header, dash after every 4 characters, groups of digits, space every, middle of a text, add a text at the bottom, put a sentence at the end, add at the top, signature at the end, a space after every four digits, insert between',
  'join-lines':
    'list to one line, separated by commas or semicolons, glue lines together, recipients, emails into one line for outlook, semicolons between, list to a row, one line separated by commas, addresses in the to field, lines to one line with commas, list in one row, comma between, put semicolons between the addresses, words in one line',
  'line-break-remover':
    'broken lines from a pdf or mail, flowing paragraph, hard returns, one paragraph, hyphenated, put a text in one line, copied from a pdf, hard line breaks, unwrap, paragraph in one line, newlines away, judgment, scanned, no more line breaks, lines together, text runs on, copied lines end in the middle, one long line, without enter',
  'line-ending-converter':
    'windows, mac, unix or linux file, notepad shows all in one line, carriage return, dos line endings, carriage return, ^M, unix file, windows file, windows to linux file, line ends, carriage returns away, lines end with \\r',
  'pad-lines':
    'same width, fill with spaces or zeros, line up text, center, right align, leading zeros, same number of digits, fixed length, align right, six digits, article numbers, all with the same length, fill up with spaces, fill up with zeros, zeros in front, numbers with four digits, right aligned',
  'remove-blank-lines':
    'empty lines or rows, gaps between lines or paragraphs, too much room between lines, blank rows, empty lines between, double spaced text, without empty lines, delete blank rows, empty rows away',
  'repeat-text':
    'write a word many times, hundred times, copy text again and again, duplicate text, punishment, same word again, copy many times, write it 50 times, same sentence again, many copies, say it a hundred times',
  'reverse-text':
    'write backwards, spell from the end, mirror, palindrome, letters or words in reverse order, backward, mirror writing, word order reversed, from back to front, word backwards, letters turned round',
  'slice-text':
    'part of a text from position to position, middle part, first characters, cut the beginning, first 100 characters, cut off the first letters, part from position, only the first letters, from the tenth character, cut off the start, middle of a text',
  'split-text':
    'each item or word on a line of its own, comma list to lines, break a list up, sentences, comma list into lines, each word on its own line, sentences on lines, semicolon list, names in one line, emails in one line, each word in a line, comma list under each other, one under the other, at every comma a new line, every sentence on a new line',
  'tail-lines':
    'last lines, end of a log, newest entries, skip the header, without the first lines, last 100 lines, end of a log, recent entries, without the header, last 20 lines, end of a file, newest lines, without the first line',
  'trim-lines':
    'spaces at the start or end of each line, leading blanks, copied list, spaces at the beginning of lines, blanks in front, begin of lines, trailing spaces, leading spaces, spaces at the end of lines, blanks before the lines, spaces before and after each line',
  'trim-text':
    'spaces or empty lines before and after a text, start and end, blanks before and after, empty lines at the start and end, newlines at the end of a file, leading and trailing newlines',
  'truncate-text':
    'shorten to a length, cut after characters, tweet, description, preview with dots, shorter than, maximum characters, cut with dots, teaser, preview text, meta description, cut to 100 letters, too long for a field, shorten a description, make it shorter',
  'wrap-text':
    'lines too long, break lines after 80 characters, narrow column, mail, line length, lines longer than 80, break long lines, line width, mail format, break lines, at most 60 letters in a line, lines too long for a screen, lines not longer than',

  'extract-article':
    'only the story of a news page or blog post, reader view, without boilerplate, menus and ads, web page without menus and ads, main content, reader mode, recipe, blog post text, news, only the text of a news page, without ads and menus, article without the rest',
  'html-to-markdown':
    'web page or article to notes, wiki or readme; keep headings and links; obsidian, notion, html to md, web page for obsidian, convert an article, page as markdown, html into notes',
  'html-to-text':
    'words of a web page, newsletter or mail without tags, readable, recipe from a site, plain, text of a web page, recipe, newsletter as text, copied from a website, email html, read an html mail, html without tags, page as plain text, mail full of html, only want to read',
  'markdown-table-formatter': 'columns of a table in a readme do not line up, align pipes, neat table',
  'markdown-to-html':
    'notes or readme to a web page, blog post, headings and bold on a website, md to html, notes to a website, lecture notes, readme as a page, markdown as a page, notes to html',
  'markdown-to-text':
    'stars, hashes and underscores out of a text, chat bot answer without formatting, plain, chatgpt answer without asterisks, remove bold signs, plain notes, without stars and hashes, plain text of markdown',
  'markdown-toc-generator':
    'overview of headings, contents with links, index of chapters, readme, table of contents for a document, headings list, list of headings, contents at the top',
  'strip-html-tags':
    'angle brackets, p, b, br or div in a text, web code, copied from a website, formatting, only the words, clean html, text copied from a website, product descriptions with tags, remove br and p, tags away, delete html, only text without tags, html codes in descriptions',
  'text-to-html':
    'plain text, letter or paragraphs to a web page, line breaks on a website, clickable links, email text to html, paragraphs, bullet points to a list, text as html, text for a page',

  'cron-describer':
    'crontab line, when does a job run, schedule, five stars, how often, next time, crontab, when does this job run, what does this cron do, schedule in words, when does it run, what does this schedule mean',
  'date-calculator':
    'days between two dates, how old, deadline, weeks or months after, weekday, until christmas, add days, how many days since or until, age, due date, 30 days after, notice period, pregnancy weeks, weeks between, days left, add months, in how many days, days until christmas, how old am I, 6 weeks from now, date plus days, between two dates, since a date',
  'date-formatter':
    'other way to write a date, day, month and year; weekday of a date, american, german, english date, date in iso, day and month swapped, spell out month, weekday of a date, us date, time in another zone, write a date differently, american date to german, date as words, day of the week, which weekday was',
  'math-evaluator':
    'calculator, sum, times, plus, minus, divided, percent, tax, square root, discount, formula, add vat, 19 percent, percentage, multiply, scientific notation, calculate, dose, how much, divide a bill, what is 12 times 7, work out a sum, with tax, discount of 20 percent, multiply by, formula, per cent of',
  'number-base-converter':
    'binary, hex, octal, decimal number, base 2 or 16, 0x, computer number, binary to decimal, hex to decimal, 1101, 0xff, ones and zeros as a number, number with only 0 and 1, hex number to normal, binary number, write 37 in binary, decimal to octal',
  'number-formatter':
    'thousands separator, decimal comma or point, round, currency, euros, dollars, percent, big number, decimal comma, dot to comma in prices, round to 3 decimals, group digits in threes, long number with spaces, money format, currency sign, commas in big numbers, two digits after the comma, point instead of comma in numbers, round numbers, numbers as money, no decimals',
  'number-statistics':
    'average, mean, median, middle, sum, total, add up, smallest, biggest, spread of grades or expenses, average, standard deviation, mean of readings, blood pressure, grades, sum of expenses, measurements, total of a bill, minimum and maximum, add up numbers, what is the total, average of a list, highest and lowest number, sum of a column of numbers, median of values',
  'roman-numeral-converter':
    'roman letters or numbers, which year, XIV, IV, monument, king, clock, film, year as roman, chapter number, MCM, century, number in roman, roman to normal, which year is',
  'unix-timestamp-converter':
    'long number as date and time, seconds since 1970, log time, when was that, epoch to human, timestamp to date, seconds to date, milliseconds, date to epoch, what date is this number, seconds to a date, long number to time',

  'mask-text':
    'stars over a number, only the last four digits, account, card or iban, hide part, black out, obfuscate, hide part of a number, iban with stars, account number, password as stars, stars instead of digits, hide the middle, only last digits visible, card number',
  'pii-redactor':
    'names, mail addresses, phone numbers, accounts and cards out of a text, gdpr, privacy, before sharing, names of patients, anonymise, gdpr, personal details, before sending or publishing, birthdays, addresses of people, data protection, deidentify, hide emails and phone numbers, remove personal data, make anonymous, privacy before sharing, anonymize a text, remove addresses',
  pseudonymizer:
    'fake or code names for people, always the same, patients, customers, study, stays the same, participants of a study, patients with codes, initials, replace people by ids, anonymise consistently, other names for persons, replace emails by codes, same code for same person',
  'redact-words':
    'black out names or words, swear words, bad language, censored, beep, secret project, black out a name in a contract, hide client names, initials, censor, swear words, confidential terms, black bar over names, hide certain words, bad words, blank out names',
  'secret-redactor':
    'passwords, keys, tokens or login data in a log or settings file, before posting, leaked, api keys in a config, passwords before posting on a forum or github, tokens in a log, credentials, hide passwords, remove keys before sharing, tokens away',

  'find-replace':
    'change one word or name to another everywhere, search and replace, wrong spelling, swap, change a name, replace everywhere, throughout, wrong word, dot by comma, points by commas, find and change, change a word everywhere, put another word in its place, replace a name, old address to new address, swap a word, write X instead of Y',
  'multi-replace':
    'change many words at once, list of replacements, translate terms, dictionary, abbreviations, abbreviations to full words, yes and no to 1 and 0, codes to names, glossary, several words, translate terms, list of corrections, many words at once, list of words and their replacements, several replacements, codes into words, fifty old names with new ones',
  'regex-replace':
    'pattern, swap first and last name, reorder parts of a line, remove numbers, wildcard, capture, everything after a sign, everything before a word, rest of the line, part of each line, last or first character of every line, reference numbers, text in brackets, swap names, up to a character, from a character on, empty line between, reformat, delete everything after a comma, cut off after, remove numbers in brackets, change the order in each line, part of a line away, clean each line, replace by pattern, swap day and month',
  'remove-characters':
    'delete digits, punctuation, brackets, dashes, letters or symbols; only digits; without commas, remove symbols, keep only digits, special characters, brackets, hyphens, quotes, non letters, numbers out of a text, delete signs, without punctuation, only letters, only digits, take out brackets, remove quotes, special characters away',
  'translate-characters':
    'each letter by another, letter for letter, leet, swap two characters, a by b, leet, swap letters, replace characters one by one, atbash, points by commas, other letter for each letter, exchange two signs',

  'cluster-values':
    'same name spelt differently, inconsistent spellings, variants of a company, city or customer, tidy up, same person or company spelled in several ways, spelling variants, inconsistent names, unify, misspelled cities, same thing written differently, different spellings count as one, upper and lower case variants, names spelled differently',
  'compare-lists':
    'missing people, in one list but not the other, in both, who is new, members, guests, attendance, paid, customers of last year but not this year, who is missing, both lists, only in one, subscribers, not in the other, unsubscribed, new members, left, absent, difference of two lists, in list one but not in list two, who did not pay, which are missing, what do both lists have, compare two lists of names',
  'count-duplicate-lines':
    'votes, how often each entry appears, most frequent, survey answers, tally, ranking, most votes, who won, survey results, how many of each, frequency of values, ranking, top ip addresses, poll, tally, histogram, group and count, how many of each, count equal lines, which comes most often, how often does each name occur, number of votes, top ten',
  'dedupe-sort':
    'unique sorted list, each entry once, alphabetical without doubles, address book, clean list, sorted without duplicates, bibliography, unique values, dedupe, sort and remove doubles, alphabetical without duplicates',
  'filter-lines':
    'only lines with a word, mention, error or warning in a log, search lines, leave lines out, grep, lines with a word but not another, grep, lines starting with, longer or shorter than, delete lines that contain, page numbers, lines with numbers only, errors, remove comment lines, only lines, show only lines with, lines where my name is, delete lines with a word, throw out lines, find lines, only the errors',
  'keep-duplicate-lines':
    'which entries are double, repeated names, find doubles, who is in the list twice, who is in the list twice, find duplicates, which are double, which ones are double, what is there twice, show duplicates, who registered twice',
  'remove-duplicate-lines':
    'entries that are in a list twice or three times, double names, repeated, only once, guests, dedupe, deduplicate, delete repeated lines, same patient twice, repeated names, list with doubles, unique entries, mailing list, delete doubles, each only once, without duplicates, same line twice, double entries away, repeated lines',
  'remove-near-duplicates':
    'almost the same text twice, copied passages, reworded paragraphs, training data, corpus, crawl, training data for a llm, similar paragraphs, copied and changed, almost identical',
  'reverse-lines':
    'upside down list, last line first, newest on top, bottom to top, opposite order, newest first, chat in the right order, bottom up, last line on top, turn the list round, other order, lines backwards, lines from the last to the first',
  'sample-lines':
    'pick some random lines or names, spot check of a log, smaller test data, choose at random, pick winners, choose some at random, random names, draw, pick three names, some lines at random, choose a winner',
  'shuffle-lines':
    'random order, draw names, raffle, winner, teams, secret santa, mix a list, lottery, seating, secret santa, random groups, random order of students, teams, draw lots, seating plan, random quiz, mix the lines, names in random order, draw the order, random seating',
  'sort-lines':
    'alphabet, a to z, order names, by number, length or date; longest first, highest score, ranking, alphabetize, in order from small to big, bibliography, sort imports, by ip address, names a to z, longest first, references, glossary, shopping list, order the list, put in alphabetical order, sort names, from small to large, order of numbers, sort by date, longest at the top',

  'mojibake-fixer':
    'broken umlauts or accents, strange letters, wrong encoding, Ã, question marks, unreadable letters, strange symbols instead of é, weird characters after import, umlauts broken, wrong letters in csv, Ã©, strange letters, letters are wrong, question marks and odd signs instead of umlauts, broken special characters',
  'remove-accents':
    'umlauts, foreign letters, plain letters, without dots or strokes, café, é, ñ, ü, form refuses letters, without accents, tildes, plain a e o, french, spanish, é to e, without dots and accents, ñ to n, plain letters',
  'remove-ansi-codes':
    'colours and brackets in terminal output, build log, escape codes, 31m, strip ansi, escape codes, coloured output, ci log',
  'remove-emojis':
    'smileys, faces, hearts, pictures, icons in a chat, message or post, smilies, smiley, remove icons, emoticons in reviews, comments, without smileys, delete emojis',
  'remove-invisible-characters':
    'cannot see, hidden, zero width, squares or boxes, copied text behaves strangely, bom, letters who are invisible, zero width, hidden characters, copied from word or whatsapp, non-breaking space, hidden signs away, odd blanks, cannot be seen',
  slugify:
    'title or headline to a web address, link name, web friendly, file name, blog post address, seo, product name in a url, page address, file name without spaces, permalink, usable in a url, seo url, file names without blanks and special characters, name for a link, name of a photo file, title as address',
  'smart-quotes-remover':
    'curly or fancy quotes and apostrophes, typed in word or on a phone, long dashes, straight, text from word, curly quotes, dashes, clean copied text, curly to straight, word quotes',
  'to-ascii':
    'plain letters, other alphabets, cyrillic, greek or chinese in latin letters, old system, english keyboard, latin letters, cyrillic to latin, transcribe names, passport, only english letters, cyrillic in latin letters',
  'unicode-normalizer':
    'look the same but are not equal, composed letters, search does not find, full width, same looking, composed, normalise',

  'cidr-calculator':
    'how many computers or devices in a network, subnet, first and last address, mask, home network, how many hosts, subnet size, network range, overlapping subnets, merge networks, /24, ip plan, netmask, range of a network, how many addresses, first and last ip',
  'email-normalizer':
    'same mailbox, gmail dots and plus, duplicate customers, lower case addresses, same person with different spelling of gmail, duplicate addresses, plus addressing, lower case emails, same mail address written differently, clean up a list of email addresses',
  'ip-converter':
    'address as number, ipv4 to ipv6, private or public address, short form, ip to number, ip as integer, hex ip',
  'phone-formatter':
    'telephone numbers all the same way, country code, +49, international, for calling from abroad, international format, country code in front, +44, uniform numbers, whatsapp numbers, call abroad, phone numbers in one form, numbers with country code',
  'url-cleaner':
    'tracking, utm, fbclid, junk, shorter link, share a link, shop or newsletter link, privacy, remove utm, tracking off, clean links, shorten an amazon link, share, fbclid, link without tracking, shorter link, remove everything after the question mark of a link',
  'url-defanger':
    'dangerous, phishing, virus or spam link, nobody can click it, warn colleagues, hxxp, harmless links, report phishing, make links harmless, links that cannot be clicked, ioc list',
  'url-parser':
    'parts of a web address, parameters, domain, path or port of a link, host of a link, path, domain of a url, port, parts of a link, server name of a link',
  'user-agent-parser':
    'which browser, phone or computer a visitor has, mobile or desktop, robots and crawlers among visitors, ai bots, browser statistics, mobile share, bots, crawlers, devices, iphone or android, by phone or by pc, which browsers, browser strings, mobile visitors',
};
