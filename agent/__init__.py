"""The program around the three libraries: command line, pipeline, stages and authors."""
