"""Every diagnostic: its code, severity and wording.

The words are Motorola's if its assembler has the message (ASM D).

A01 files and lines, A02 statements and symbols, A03 expressions, A04 macros and repetition, A05 directives,
A06 instructions, A07 locations and data, A08 messages of the program itself, A09 structured control.
"""

from __future__ import annotations

from dsp56k.asm.diagnostics.model import Message, Severity


def _error(code: str, text: str, advice: str = "") -> Message:
    return Message(code, Severity.ERROR, text, advice)


def _fatal(code: str, text: str, advice: str = "") -> Message:
    return Message(code, Severity.FATAL, text, advice)


def _warning(code: str, text: str, advice: str = "") -> Message:
    return Message(code, Severity.WARNING, text, advice)


# ---- files and lines ----
CANNOT_READ = _fatal("A0101", "Cannot open source file {name}: {reason}")
CANNOT_OPEN_INCLUDE = _error(
    "A0102",
    "Cannot open include file {name}",
    "add its directory: -I of dsp56k asm, -i of asm56000, include_paths in Python and dsp56k.toml",
)
FILE_TOO_LARGE = _fatal("A0103", "{name} is larger than {limit} {what}")
NOT_TEXT = _fatal("A0104", "{name} is not a text file: line {line} contains the byte ${byte:02X}")
LINE_TOO_LONG = _error("A0105", "Line too long: {count} characters, the limit is {limit}", "divide the statement")
NESTED_TOO_DEEP = _fatal(
    "A0106", "Files, macros and repetitions are nested {depth} deep", "look for a macro or file that calls itself"
)
TOO_MUCH_WORK = _fatal(
    "A0107",
    "The source requires too much work: more than {limit} steps in all passes",
    "look for a repetition with a huge count, or for a macro that grows",
)
MISSING_COMMENT_END = _error("A0108", "Unexpected end of file - missing COMMENT delimiter {delimiter}")
MISSING_ENDIF = _error(
    "A0109", "Unexpected end of file - missing ENDIF", "an IF must end in the file or macro in which it begins"
)
MISSING_ENDM = _error(
    "A0110", "Unexpected end of file - missing ENDM", "each MACRO, DUP, DUPA, DUPC and DUPF needs an ENDM"
)
MISSING_ENDSEC = _error("A0111", "Unexpected end of file - missing ENDSEC of section {name}")
MISSING_ENDBUF = _error("A0112", "Unexpected end of file - missing ENDBUF")
TOO_MANY_ERRORS = _fatal("A0113", "Too many errors ({errors}), warnings ({warnings}) and messages ({messages})")
DEFINE_OVERFLOW = _error(
    "A0114", "Re-definition would overflow line of {limit} characters", "look for DEFINE symbols that multiply"
)
TOO_MUCH_KEPT = _fatal(
    "A0115",
    "The source requires too much memory: more than {limit} bytes of words, symbols, listing and macros",
    "look for a repetition with a huge count",
)

EXCUSED = Message("A0116", Severity.MESSAGE, "Errors that the missing file may explain are not reported: {count}")
LATER_PROGRAM = Message(
    "A0117", Severity.MESSAGE, "This looks like a program for the {chip}: the {selected} has no {what}"
)

# ---- statements and symbols ----
UNKNOWN_OPERATION = _error("A0201", "Unrecognized mnemonic {name}")
LATER_CHIP = _error("A0202", "{name} is an instruction of the {chip}; the {selected} does not have it")
LABEL_IGNORED = _warning("A0203", "Label field ignored: {name} takes no label")
LABEL_REQUIRED = _error("A0204", "{name} requires label", "write the name in column 1")
BAD_SYMBOL_START = _error(
    "A0205", "Symbols must start with alphabetic character", "a name is a letter, then letters, digits and underscores"
)
BAD_SYMBOL_CHARACTER = _error(
    "A0206",
    "Extra characters following symbol name in {name}",
    "a name is a letter, then letters, digits and underscores",
)
SYMBOL_TOO_LONG = _error("A0207", "Symbol name too long", "255 characters are allowed")
RESERVED_NAME = _error("A0208", "Reserved name used for symbol name: {name} is a register")
SYMBOL_REDEFINED = _error("A0209", "Symbol redefined: {name}", "only symbols of SET can be redefined")
ALREADY_SET_SYMBOL = _error("A0210", "Symbol already used as SET symbol: {name}", "use SET for all its definitions")
CANNOT_SET = _error("A0211", "Symbol cannot be set to new value: {name}", "use SET for all its definitions")
UNDEFINED_SYMBOL = _error("A0212", "Symbol undefined on pass 2: {name}")
PHASE = _error(
    "A0213",
    "Phasing error: {count} symbols change their value from pass to pass",
    "a size or an IF depends on a symbol that it moves",
)
UNRESOLVED = _warning("A0214", "Unresolved external reference: {name}")

# ---- expressions ----
MISSING_EXPRESSION = _error("A0301", "Missing expression")
EXTRA_CHARACTERS = _error("A0302", "Extra characters beyond expression")
UNEXPECTED_CHARACTER = _error("A0303", "Unexpected character {char} in expression")
MISSING_PARENTHESIS = _error("A0304", "Missing ')' in expression")
HEX_EXPECTED = _error("A0305", "Hex constant expected")
BINARY_EXPECTED = _error("A0306", "Binary constant expected")
DECIMAL_EXPECTED = _error("A0307", "Decimal constant expected", "$ begins a hexadecimal constant, % a binary one")
CONSTANT_TOO_LARGE = _error("A0308", "Constant needs more than 48 bits")
EXPRESSION_TOO_DEEP = _error("A0309", "Expression is nested too deep")
DIVIDE_BY_ZERO = _error("A0310", "Divide by zero")
SHIFT_AMOUNT = _error("A0311", "Invalid shift amount {count}: must be 0 to 32")
FLOAT_OPERATOR = _error("A0312", "Illegal operator for floating point element")
ARITHMETIC = _error("A0313", "Arithmetic exception")
RESULT_TOO_LARGE = _error("A0314", "Expression result too large for {bits} bits")
NOT_INTEGER = _error("A0315", "Expression result must be integer")
FORWARD_REFERENCE = _error("A0316", "Expression contains forward references", "define the symbol above this line")
EXPRESSION_SPACES = _warning(
    "A0317", "Expression involves incompatible memory spaces {left} and {right}", "OPT NOMSW turns this warning off"
)
STRING_TRUNCATED = _warning("A0318", "String truncated in expression evaluation to its first four characters")
OUTSIDE_FRACTION = _warning(
    "A0319", "Expression value outside fractional domain", "a fraction must be at least -1 and less than 1"
)
UNKNOWN_FUNCTION = _error("A0320", "Invalid function name @{name}")
FUNCTION_PARENTHESIS = _error("A0321", "Missing '(' for function @{name}")
FUNCTION_ARGUMENTS = _error("A0322", "Extra characters in function argument or missing ')' for function @{name}")
FUNCTION_ARGUMENT = _error("A0323", "Illegal function argument: one of {allowed} expected")
FUNCTION_DOMAIN = _error("A0324", "Argument outside function domain")
FUNCTION_RANGE = _error("A0325", "Function result out of range")
QUOTE_EXPECTED = _error("A0326", "Syntax error - expected quote")
MISSING_QUOTE = _error("A0327", "Missing quote in string")
STRING_AFTER_CONCATENATION = _error("A0328", "Missing string after concatenation operator")
EXTRA_AFTER_STRING = _error("A0329", "Extra characters following string")
NOT_ABSOLUTE = _error("A0330", "Expression result must be absolute", "addresses of the linker are not known yet")
RELATIVE_SET = _warning(
    "A0331", "SET of a relative value: the symbol keeps its offset to the address that the linker assigns"
)
RELATIVE_COMPARED = _warning(
    "A0332", "Relative values are compared by their offsets: the linker may locate them elsewhere"
)
FLOAT_EXPECTED = _error("A0333", "Floating point constant expected")
FLOAT_RELATIVE = _error("A0334", "Floating point not allowed in relative expression")
RELATIVE_OPERATION = _error("A0335", "Operation not allowed with relative term", "only addition and subtraction are")
INVALID_RELATIVE = _error("A0336", "Invalid relative expression: relative terms must have opposing signs, but for one")
RELATIVE_SECTIONS = _error("A0337", "Relative terms from different sections not allowed")
RELATIVE_ARGUMENT = _error("A0338", "Relative expression not allowed as an argument")
EXTERNAL_ARGUMENT = _error("A0339", "External reference not allowed in function")
FUNCTION_OF_SOURCE = _error("A0340", "The function needs a source, which a linker does not have")

# ---- macros and repetition ----
MISSING_MACRO_NAME = _error("A0401", "Missing macro name")
BAD_MACRO_NAME = _error("A0402", "Invalid macro name: it cannot be a local symbol")
MACRO_AGAIN = _error("A0403", "Macro cannot be redefined: {name}", "PMACRO removes the first definition")
MACRO_IS_MNEMONIC = _warning("A0404", "Macro name is the same as existing assembler mnemonic {name}", "see RDIRECT")
MACRO_IS_DIRECTIVE = _warning("A0405", "Macro name is the same as existing assembler directive {name}", "see RDIRECT")
DUMMY_LIST = _error("A0406", "Syntax error in dummy argument list")
BAD_DUMMY = _error("A0407", "Invalid dummy argument name: it cannot be a local symbol")
SAME_DUMMY = _error("A0408", "Two dummy arguments are the same: {name}")
TOO_MANY_ARGUMENTS = _warning(
    "A0409", "Number of macro expansion arguments is greater than definition: {name} takes {count}"
)
VALUE_SUBSTITUTION = _error(
    "A0410", "Macro value substitution failed: {operator}{name} needs an integer from -32768 to 32767"
)
ENDM_ALONE = _error("A0411", "ENDM without associated MACRO directive")
EXITM_ALONE = _error("A0412", "EXITM without associated MACRO directive")
NO_SUCH_MACRO = _error("A0413", "Macro not defined: {name}")
COUNT_NOT_INTEGER = _error("A0414", "Count must be an integer value")
TOO_MANY_REPETITIONS = _error("A0415", "More than {limit} repetitions")
MISSING_ARGUMENT = _error("A0416", "Missing argument of {name}")
ELSE_ALONE = _error("A0417", "ELSE without associated IF directive")
ENDIF_ALONE = _error("A0418", "ENDIF without associated IF directive")
TOO_FEW_ARGUMENTS = _warning(
    "A0419", "Number of macro expansion arguments is less than definition: {name} takes {count}"
)
NO_EXPANSION = _warning("A0420", "No macro is being expanded: the function returns 0")
NUMBERED_ARGUMENTS = _error(
    "A0421",
    "Macro arguments must have names, got {text}, which is of asm56k, QDSP or Devpac",
    "name each argument in the MACRO line (WAIT MACRO WORD) and write the name in place of \\1",
)

# ---- directives ----
EXTRA_FIELDS = _error("A0501", "Extra characters in operand field")
EXPECTED_COMMA = _error("A0502", "Syntax error - expected comma")
EXPECTED_COLON = _error("A0503", "Syntax error - expected ':'", "a memory space and a colon, as in ORG P:$100")
BAD_SPACE = _error("A0504", "Illegal memory space specified", "X, Y, L or P, then L or H, then I, E or B")
BAD_MAPPING = _error("A0505", "Illegal memory map character {letter}")
BOOTSTRAP_NOT_P = _error("A0506", "Bootstrap mapping available only in P memory")
L_RUN_ONLY = _error("A0507", "L space specified for runtime, but not for load")
L_LOAD_ONLY = _error("A0508", "L space specified for load, but not for runtime")
RUN_ORIGIN_SPACE = _warning(
    "A0509",
    "Runtime origin involves incompatible memory spaces {space} and {other}",
    "OPT NOMSW turns this warning off",
)
LOAD_ORIGIN_SPACE = _warning(
    "A0510", "Load origin involves incompatible memory spaces {space} and {other}", "OPT NOMSW turns this warning off"
)
EQU_SPACE = _error("A0511", "Expression involves incompatible memory spaces {space} and {other}")
END_SPACE = _error("A0512", "Memory space must be P or NONE")
MISSING_SYMBOL = _error("A0513", "Missing symbol name")
MISSING_DEFINITION = _error("A0514", "Missing definition string", "DEFINE SYMBOL 'text'")
DEFINE_GLOBAL_NAME = _error("A0515", "DEFINE symbol must be a global symbol name")
UNDEF_GLOBAL_NAME = _error("A0516", "UNDEF symbol must be a global symbol name")
DEFINE_AGAIN = _warning(
    "A0517", "Re-definition of symbol {name}: the new string replaces the old one", "UNDEF it first"
)
NOT_DEFINED_BEFORE = _error("A0518", "Symbol not previously defined: {name}")
MISSING_DELIMITER = _error("A0519", "Missing COMMENT delimiter")
MISSING_FILENAME = _error("A0520", "Missing filename")
MISSING_PATHNAME = _error("A0521", "Missing pathname")
BAD_BOUND = _error("A0522", "Illegal memory space specified", "HIMEM XR:$7FFF, for example")
BOUND_NEGATIVE = _error("A0523", "Memory bounds cannot be negative")
BOUND_TOO_LARGE = _error("A0524", "Memory bounds greater than maximum address")
MISSING_MODE = _error("A0525", "Mode not specified")
BAD_MODE = _error("A0526", "Invalid mode: ABSOLUTE or RELATIVE expected")
MODE_IGNORED = _warning("A0527", "Directive not allowed in command line absolute mode: ignored")
BAD_RADIX = _error("A0528", "Invalid radix expression: {value} is not 2, 8, 10 or 16")
RDIRECT_IN_SECTION = _error("A0529", "RDIRECT directive not allowed in section")
MISSING_DIRECTIVE_NAME = _error("A0530", "Missing directive name")
NOT_A_DIRECTIVE = _error("A0531", "Assembler directive or mnemonic not found: {name}")
MISSING_OPTION = _error("A0532", "Missing option")
ILLEGAL_OPTION = _error("A0533", "Illegal option {name}")
FIELDS_IGNORED = _error("A0534", "Extra fields ignored", "a comment starts with ;")
NEGATIVE_VALUE = _error("A0535", "Expression cannot have a negative value")
BAD_PAGE_WIDTH = _error("A0536", "Invalid page width specified: must be 1 to 255")
BAD_PAGE_LENGTH = _error("A0537", "Invalid page length specified: must be 10 to 255")
PAGE_MARGINS = _error("A0538", "Page length too small for specified top and bottom margins")
LEFT_MARGIN = _error("A0539", "Left margin exceeds page width")
MISSING_SECTION_NAME = _error("A0540", "Missing section name")
BAD_SECTION_NAME = _error("A0541", "Invalid section name: it cannot be a local symbol")
BAD_SECTION_MODIFIER = _error("A0542", "Invalid section directive modifier: GLOBAL, STATIC or LOCAL expected")
SECTION_IN_ITSELF = _error("A0543", "Cannot nest section inside itself: {name}")
ENDSEC_ALONE = _error("A0544", "ENDSEC without associated SECTION directive")
XDEF_OUTSIDE = _error("A0545", "{name} without preceding SECTION directive")
XREF_OUTSIDE = _error("A0546", "XREF without preceding SECTION directive")
XDEF_LOCAL = _error("A0547", "Local symbol names cannot be used with XDEF")
XREF_LOCAL = _error("A0548", "Local symbol names cannot be used with XREF")
XDEF_LATE = _error("A0549", "Symbol defined in current section before XDEF directive: {name}")
XDEF_GLOBAL = _error("A0550", "Symbol already defined as global: {name}")
XREF_OWN = _error("A0551", "Symbol already defined in current section: {name}")
NOT_IN_SECTION = _error("A0552", "{name} is declared but not defined in its section")
IDENT_VERSION = _error("A0553", "IDENT directive must contain version number", "IDENT version,revision")
IDENT_REVISION = _error("A0554", "IDENT directive must contain revision number", "IDENT version,revision")
SYMOBJ_UNDEFINED = _error("A0555", "SYMOBJ symbol {name} is not defined")
NOT_IN_BUFFER = _error("A0556", "Illegal directive in buffer declaration: {name}")
XDEF_BEFORE = _error("A0557", "Symbol already defined as XDEF: {name}")
XREF_BEFORE = _error("A0558", "Symbol already defined as XREF: {name}")
OPTION_LATE = _error("A0559", "{name} option must be used before any {what}", "move it to the beginning of the source")
NAME_LIST = _error("A0560", "Syntax error in {what} name list", "a comma separates names")
LOAD_RELOCATABLE = _error("A0561", "Relocatable load origin not allowed")
LOAD_EXPLICIT = _error("A0562", "Explicit load origin not allowed with relocatable overlay")
FIELD_WIDTH = _error("A0563", "Invalid {name} field width specified: must be less than the page's {width} columns")

# ---- instructions ----
NOT_IN_P = _error("A0601", "Runtime space must be P", "ORG P: goes back to program memory")
MISSING_OPERAND = _error(
    "A0602", "Syntax error - missing address mode specifier", "remove the space after the comma: a space ends the field"
)
MODE_SYNTAX = _error("A0603", "Address mode syntax error in {text}")
OFFSET_REGISTER = _error("A0604", "Offset register number must be the same as address register number")
TOO_MANY_FIELDS = _error("A0605", "Too many fields specified for instruction {name}", "a comment starts with ;")
TOO_FEW_FIELDS = _error("A0606", "Not enough fields specified for instruction {name}")
NO_FORM = _error("A0607", "Invalid addressing mode: {name} has no form with these operands")
ADDRESS_SPACE = _warning(
    "A0608",
    "Absolute address involves incompatible memory spaces {space} and {other}",
    "OPT NOMSW turns this warning off",
)
ADDRESS_RANGE = _error("A0609", "Address {value} is outside $0000 to $FFFF")
FLOAT_NOT_ALLOWED = _error("A0610", "Floating point value not allowed")
NEGATIVE_IMMEDIATE = _error("A0611", "Negative immediate value not allowed")
IMMEDIATE_TOO_LARGE = _error("A0612", "Immediate value too large: {value} exceeds {high}")
IMMEDIATE_SHORT_TOO_LARGE = _error("A0613", "Immediate value too large to use short")
SHORT_TOO_LARGE = _error("A0614", "Absolute address too large to use short")
IO_TOO_SMALL = _error("A0615", "Absolute address too small to use I/O short", "I/O short addresses are $FFC0 to $FFFF")
MUST_BE_SHORT = _error(
    "A0616",
    "Absolute address must be either short or I/O short",
    "short addresses are $0000 to $003F, I/O short ones $FFC0 to $FFFF",
)
FORWARD_SHORT = _error(
    "A0617",
    "Absolute address contains forward reference - force short or I/O short",
    "put < or << before it, or define it above this line",
)
SHORT_SUBSTITUTED = _warning("A0618", "Absolute address too large to use short - long substituted")
IO_SHORT_SUBSTITUTED = _warning("A0619", "Absolute address too small to use I/O short - long substituted")
IMMEDIATE_SUBSTITUTED = _warning("A0620", "Immediate value too large to use short - long substituted")
SHORT_CANNOT_BE_FORCED = _warning("A0621", "Short absolute address cannot be forced")
IO_SHORT_CANNOT_BE_FORCED = _warning("A0622", "I/O short absolute address cannot be forced")
LONG_CANNOT_BE_FORCED = _warning("A0623", "Long absolute address cannot be forced")
SHORT_IMMEDIATE_CANNOT_BE_FORCED = _warning("A0624", "Short immediate cannot be forced")
LONG_IMMEDIATE_CANNOT_BE_FORCED = _warning("A0625", "Long immediate cannot be forced")
OTHER_ENCODING = _warning("A0626", "No control registers or P memory accessed - using {name} encoding")
DUPLICATE_DESTINATION = _error("A0627", "Duplicate destination register not allowed")
CANNOT_REPEAT = _error("A0628", "Cannot repeat this instruction", "use DO")
CANNOT_REPEAT_TWO_WORDS = _error("A0629", "Cannot repeat two-word instruction", "use DO")
REGISTER_NOT_READY = _warning(
    "A0630", "Contents of {name}, assigned in previous instruction, not available", "put an instruction between them"
)
REGISTER_NOT_READY_AGAIN = _warning(
    "A0631", "Contents of {name}, assigned at the end of the loop, not available to its first instruction"
)
NOT_AT_LOOP_END = _warning(
    "A0632", "Instruction cannot appear at last address of a DO loop", "put a NOP after it, within the loop"
)
EMPTY_LOOP = _error(
    "A0633", "Negative or empty DO loop not allowed", "put the label after the last instruction of the loop"
)
LOOP_COUNT = _error("A0634", "Illegal use of SSH as loop count operand")
SSH_TWICE = _error("A0635", "SSH cannot be both source and destination register")
AFTER_CONTROL_REGISTER = _warning("A0636", "Instruction cannot appear immediately after control register access")
NEAR_LOOP_END = _warning(
    "A0637", "Instruction cannot appear within last 3 words of a DO loop", "put NOPs after it, within the loop"
)
BEFORE_LOOP_END = _warning(
    "A0638", "Instruction cannot appear within last 2 words of a DO loop", "put NOPs after it, within the loop"
)
CALLS_LOOP_END = _warning("A0639", "A subroutine cannot be at the last address of the DO loop that calls it")
IN_VECTORS = _warning(
    "A0640", "Instruction cannot appear in interrupt vector locations", "OPT NOINTR turns this check off"
)
LOOP_NESTING = _error("A0642", "Improper nesting of DO loops: the inner one must end first")
ENDDO_ALONE = _warning("A0643", "ENDDO instruction not inside DO loop")
BUFFER_MISPLACED = _warning(
    "A0644",
    "Modulo buffer at ${address:04X} is off its boundary: {size} words need a multiple of {boundary}",
    "DSM and BSM align it",
)
XY_REGISTERS = _error(
    "A0645", "Invalid XY address register specification", "one of R0 to R3 for one space, one of R4 to R7 for the other"
)
MODE_NOT_ALLOWED = _error("A0646", "{name} addressing mode not allowed")
REGISTER_COMBINATION = _error("A0647", "Invalid register combination")
BAD_REGISTER = _error("A0648", "Invalid register specified: {name}")
SPACE_NOT_ALLOWED = _error("A0649", "Illegal memory space specified - {name}:")
MISSING_SPACE = _error("A0650", "Missing memory space specifier")
IO_SHORT_TWICE = _warning("A0651", "Cannot force I/O short addressing for source and destination")
LOOP_SECTION = _error("A0652", "DO loop address must be in current section")
NO_IO_SHORT = _error("A0653", "I/O short addressing must be used for either source or destination")
ONLY_REGISTERS = _error("A0654", "Only register direct addressing allowed")
IMMEDIATE_REQUIRED = _error("A0655", "Immediate operand required", "# makes a number immediate")

# ---- locations and data ----
RUN_COUNTER_OVERFLOW = _warning("A0701", "Runtime location counter overflow")
LOAD_COUNTER_OVERFLOW = _warning("A0702", "Load location counter overflow")
OVERLAY = _error(
    "A0703", "Overlay generation in progress: {name} is not allowed", "an ORG without a load address ends the overlay"
)
SIZE_NOT_POSITIVE = _error("A0704", "Expression must be greater than zero, not {value}")
SIZE_RANGE = _error("A0705", "Storage block size {value} out of range")
BLOCK_TOO_LARGE = _error("A0706", "Storage block too large for the remaining memory")
NOT_POWER_OF_TWO = _warning("A0707", "Storage block size {value} not a power of 2")
BAD_BUFFER_TYPE = _error("A0708", "Invalid buffer type: M or R expected")
ENDBUF_ALONE = _error("A0709", "ENDBUF without associated BUFFER directive")
BUFFER_OVERFLOW = _error("A0710", "Data allocation exceeds buffer size: {used} words in {size}")
WORD_IN_L = _error("A0711", "This cannot be assembled into L memory")
OUT_OF_BOUNDS = _warning(
    "A0712",
    "{side} location counter {space} is outside the memory bounds at ${address:04X}",
    "HIMEM and LOMEM set them",
)
WORDS_LOST = _warning(
    "A0713", "{text}", "an ORG moves one of the two pieces; OPT NOOVL before the second one accepts it"
)

# ---- messages of the program ----
FAIL = _error("A0801", "{text}")
WARN = _warning("A0802", "{text}")
MSG = Message("A0803", Severity.MESSAGE, "{text}")

# ---- structured control ----
CLOSED_ALONE = _error("A0901", "{name} without associated {opening} directive")
MISSING_CLOSE = _error("A0902", "Unexpected end of file - missing {name}")
KEYWORD_BY = _error("A0903", "Syntax error - expected keyword BY")
KEYWORD_DO = _error("A0904", "Syntax error - expected keyword DO")
KEYWORD_TO = _error("A0905", "Syntax error - expected keyword TO or DOWNTO")
ASSIGNMENT_OPERATOR = _error("A0906", "Syntax error - invalid assignment operator")
COMPOUND_OPERATOR = _error("A0907", "Syntax error - invalid compound operator", "AND and OR cannot be mixed")
CONDITIONAL_OPERATOR = _error(
    "A0908", "Syntax error - invalid conditional operator", "<EQ>, <GT> and so on, between spaces"
)
STATEMENT_END = _error("A0909", "Syntax error - invalid statement terminator")
OPERAND_MISSING = _error("A0910", "Syntax error - missing operand")
NO_LOOP = _warning("A0911", "No looping construct found - {name} ignored")
NOT_24_BITS = _error("A0912", "Operands must be or refer to 24-bit values")
OPERAND_SYNTAX = _error(
    "A0913", "Address mode syntax error in {text}", "#value, a register, or X:, Y: or P: and an address"
)
LOOP_REGISTER = _error("A0914", "{name} cannot be the counter: .FOR stores the step or the last value in it")
REGISTERS_EXCHANGED = _error("A0915", "Operands in A, X0 and Y0 would have to be exchanged", "move one of them first")
LOOP_COUNT_RANGE = _error("A0916", "Loop count {value} is outside 1 to 65535")
BAD_FORCE = _error("A0917", "SHORT, LONG or NONE expected")
LOOP_REGISTER_LOST = _warning(
    "A0918",
    "This overwrites {name}, in which the enclosing .FOR stores its step",
    "save the register, or test the condition codes only",
)
NOT_A_REGISTER = _error("A0919", "{name} is not a register that structured control can use")

OF_NUMBERS_AND_PLACES = frozenset(
    {
        ADDRESS_SPACE,
        EXPRESSION_SPACES,
        OUTSIDE_FRACTION,
        RESULT_TOO_LARGE,
        FORWARD_REFERENCE,
        ADDRESS_RANGE,
        IMMEDIATE_TOO_LARGE,
        IMMEDIATE_SHORT_TOO_LARGE,
        SHORT_TOO_LARGE,
        IO_TOO_SMALL,
        SHORT_SUBSTITUTED,
        IO_SHORT_SUBSTITUTED,
        IMMEDIATE_SUBSTITUTED,
        NOT_IN_P,
        RUN_COUNTER_OVERFLOW,
        LOAD_COUNTER_OVERFLOW,
        BUFFER_MISPLACED,
        BUFFER_OVERFLOW,
        OUT_OF_BOUNDS,
        BLOCK_TOO_LARGE,
    }
)
"""Errors that may be consequences of a missing file, which defines symbols or sets addresses."""
